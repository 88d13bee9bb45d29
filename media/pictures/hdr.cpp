// Reads Radiance HDR. Sources: G. Ward, "Real Pixels", Graphics Gems II, and Radiance's description of its file
// formats. stb's reader is not used: its version 2.27 never returns if a file ends within a row, because it reads runs
// of length 0 behind the end of the file.
//
// A file is a header of text lines up to an empty line, a line with the size, and the rows of pixels. A pixel is four
// bytes: red, green, blue and a common exponent. Each row is stored in one of two forms:
//
//     by channels   2, 2, width as two bytes (at most 0x7fff); then all red, all green, all blue bytes and all exponents,
//                   each in runs
//     by pixels     pixel after pixel; a pixel with the colour 1, 1, 1 repeats the previous pixel
#include <charconv>
#include <cmath>
#include <string_view>

#include "formats.hpp"

namespace ingot::media {

namespace {

// Reads bytes and lines from memory.
class reader {
public:
    explicit reader(std::span<const std::byte> source) : bytes_(source) {}

    std::string_view line() {
        const size_t start = position_;
        while (take() != '\n') {
        }
        return {reinterpret_cast<const char*>(bytes_.data()) + start, position_ - 1 - start};
    }
    uint8_t take() {
        if (position_ == bytes_.size()) throw picture_error("the file is truncated");
        return std::to_integer<uint8_t>(bytes_[position_++]);
    }
    // Returns the byte `distance` bytes after the next one, or 0 behind the end. The position stays the same.
    uint8_t peek(size_t distance) const {
        return position_ + distance < bytes_.size() ? std::to_integer<uint8_t>(bytes_[position_ + distance]) : uint8_t {0};
    }
    void skip(size_t count) { position_ += count; }

private:
    std::span<const std::byte> bytes_;
    size_t position_ = 0;
};

struct rgbe {
    uint8_t red = 0;
    uint8_t green = 0;
    uint8_t blue = 0;
    uint8_t exponent = 0;
};

pixel to_pixel(const rgbe& encoded) {
    if (encoded.exponent == 0) return {};
    const float scale = std::ldexp(1.0f, encoded.exponent - (128 + 8));
    return {scale * static_cast<float>(encoded.red), scale * static_cast<float>(encoded.green),
            scale * static_cast<float>(encoded.blue), 1.0f};
}

// Reads a number at the beginning of a text and removes it from the text.
int64_t read_number(std::string_view& text) {
    int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc {}) throw picture_error("the file is damaged (its size is not a number)");
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return number;
}

// Returns a picture of the size in the file's line '-Y HEIGHT +X WIDTH'.
picture empty_picture(std::string_view size, size_t file_bytes) {
    const std::string_view line = size;
    const auto expect = [&](std::string_view word) {
        if (!size.starts_with(word))
            throw picture_error("its rows are in the order '" + std::string(line) + "'; only '-Y HEIGHT +X WIDTH' is supported");
        size.remove_prefix(word.size());
    };
    expect("-Y ");
    const int64_t height = read_number(size);
    expect(" +X ");
    const int64_t width = read_number(size);
    formats::check_size(width, height, file_bytes);
    return {static_cast<int>(width), static_cast<int>(height)};
}

// Reads one channel after the other. Each is a sequence of runs: a count above 128 repeats the next byte count - 128
// times; any other count is followed by as many bytes.
void read_row_by_channels(reader& source, std::span<rgbe> row) {
    for (uint8_t rgbe::* const channel : {&rgbe::red, &rgbe::green, &rgbe::blue, &rgbe::exponent}) {
        for (size_t x = 0; x < row.size();) {
            const size_t code = source.take();
            const bool run = code > 128;
            const size_t count = run ? code - 128 : code;
            if (count == 0 || count > row.size() - x)
                throw picture_error("the file is damaged (a run is longer than its row, or has length 0)");
            uint8_t value = run ? source.take() : uint8_t {0};
            for (size_t i = 0; i < count; ++i) {
                if (!run) value = source.take();
                row[x++].*channel = value;
            }
        }
    }
}

// Reads pixel after pixel. The colour 1, 1, 1 is the older form of a run: its exponent is how often the previous pixel
// is repeated. The exponents of several such pixels in sequence are the bytes of one larger number, the lowest byte first.
// After the fourth of them, further ones are ignored.
void read_row_by_pixels(reader& source, std::span<rgbe> row) {
    int shift = 0;
    for (size_t x = 0; x < row.size();) {
        const rgbe next {source.take(), source.take(), source.take(), source.take()};
        if (next.red != 1 || next.green != 1 || next.blue != 1) {
            row[x++] = next;
            shift = 0;
            continue;
        }
        const size_t count = shift < 32 ? size_t {next.exponent} << shift : 0;
        if (x == 0 || count > row.size() - x)
            throw picture_error("the file is damaged (a run is longer than its row, or has no pixel to repeat)");
        for (size_t i = 0; i < count; ++i, ++x) row[x] = row[x - 1];
        shift += 8;
    }
}

}  // namespace

picture formats::decode_hdr(std::span<const std::byte> bytes) {
    reader source(bytes);
    for (std::string_view line = source.line(); !line.empty(); line = source.line())
        if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe")
            throw picture_error("its pixels are '" + std::string(line.substr(7)) + "'; only 32-bit_rle_rgbe is supported");
    picture result = empty_picture(source.line(), bytes.size());
    std::vector<rgbe> row(static_cast<size_t>(result.width));
    for (int y = 0; y < result.height; ++y) {
        const auto width = static_cast<size_t>(source.peek(2)) << 8 | source.peek(3);
        if (source.peek(0) == 2 && source.peek(1) == 2 && width == row.size() && width < 0x8000) {
            source.skip(4);
            read_row_by_channels(source, row);
        } else {
            read_row_by_pixels(source, row);
        }
        for (int x = 0; x < result.width; ++x) result.at(x, y) = to_pixel(row[static_cast<size_t>(x)]);
    }
    return result;
}

}  // namespace ingot::media
