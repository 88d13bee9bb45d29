// Radiance HDR (G. Ward, "Real Pixels", Graphics Gems II; Radiance's own file format description). stb's reader repeats for ever
// on a run of length 0, which a truncated file has.
#include <charconv>
#include <cmath>
#include <string_view>

#include "formats.hpp"

namespace ingot::media {

namespace {

class reader {
public:
    explicit reader(std::span<const std::byte> from) : bytes(from) {}

    std::string_view line() {
        const size_t start = at;
        while (take() != '\n') {
        }
        return {reinterpret_cast<const char*>(bytes.data()) + start, at - 1 - start};
    }
    uint8_t take() {
        if (at == bytes.size()) throw picture_error("the file is truncated");
        return std::to_integer<uint8_t>(bytes[at++]);
    }
    /// The byte so far ahead, or 0 where there is none.
    uint8_t ahead(size_t by) const { return at + by < bytes.size() ? std::to_integer<uint8_t>(bytes[at + by]) : uint8_t {0}; }
    void skip(size_t count) { at += count; }

private:
    std::span<const std::byte> bytes;
    size_t at = 0;
};

struct rgbe {
    uint8_t red = 0;
    uint8_t green = 0;
    uint8_t blue = 0;
    uint8_t exponent = 0;
};

pixel light_of(const rgbe& from) {
    if (from.exponent == 0) return {};
    const float scale = std::ldexp(1.0f, from.exponent - (128 + 8));
    return {scale * static_cast<float>(from.red), scale * static_cast<float>(from.green), scale * static_cast<float>(from.blue),
            1.0f};
}

int64_t side(std::string_view& text) {
    int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {}) throw picture_error("the file is damaged (its size is no number)");
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return number;
}

picture empty_picture(std::string_view size) {
    const std::string_view asked = size;
    const auto expect = [&](std::string_view word) {
        if (!size.starts_with(word))
            throw picture_error("its rows are in the order '" + std::string(asked) + "'; '-Y HEIGHT +X WIDTH' is read");
        size.remove_prefix(word.size());
    };
    expect("-Y ");
    const int64_t height = side(size);
    expect(" +X ");
    const int64_t width = side(size);
    formats::require_readable_size(width, height);
    return {static_cast<int>(width), static_cast<int>(height)};
}

/// One channel after the other, each in runs.
void read_row_by_channels(reader& in, std::span<rgbe> row) {
    for (uint8_t rgbe::* const channel : {&rgbe::red, &rgbe::green, &rgbe::blue, &rgbe::exponent}) {
        for (size_t x = 0; x < row.size();) {
            const size_t code = in.take();
            const bool run = code > 128;
            const size_t count = run ? code - 128 : code;
            if (count == 0 || count > row.size() - x)
                throw picture_error("the file is damaged (a run that does not fit its row)");
            uint8_t value = run ? in.take() : uint8_t {0};
            for (size_t i = 0; i < count; ++i) {
                if (!run) value = in.take();
                row[x++].*channel = value;
            }
        }
    }
}

/// Pixel after pixel; 1, 1, 1 is the older run: the one before it again, several such are digits of a larger number.
void read_row_by_pixels(reader& in, std::span<rgbe> row) {
    int shift = 0;
    for (size_t x = 0; x < row.size();) {
        const rgbe next {in.take(), in.take(), in.take(), in.take()};
        if (next.red != 1 || next.green != 1 || next.blue != 1) {
            row[x++] = next;
            shift = 0;
            continue;
        }
        const size_t count = shift < 32 ? size_t {next.exponent} << shift : 0;
        if (x == 0 || count > row.size() - x) throw picture_error("the file is damaged (a run that does not fit its row)");
        for (size_t i = 0; i < count; ++i, ++x) row[x] = row[x - 1];
        shift += 8;
    }
}

}  // namespace

picture formats::decode_hdr(std::span<const std::byte> bytes) {
    reader in(bytes);
    for (std::string_view line = in.line(); !line.empty(); line = in.line())
        if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe")
            throw picture_error("its pixels are '" + std::string(line.substr(7)) + "'; 32-bit_rle_rgbe is read");
    picture made = empty_picture(in.line());
    std::vector<rgbe> row(static_cast<size_t>(made.width));
    for (int y = 0; y < made.height; ++y) {
        const auto width = static_cast<size_t>(in.ahead(2)) << 8 | in.ahead(3);
        if (in.ahead(0) == 2 && in.ahead(1) == 2 && width == row.size() && width < 0x8000) {
            in.skip(4);
            read_row_by_channels(in, row);
        } else {
            read_row_by_pixels(in, row);
        }
        for (int x = 0; x < made.width; ++x) made.at(x, y) = light_of(row[static_cast<size_t>(x)]);
    }
    return made;
}

}  // namespace ingot::media
