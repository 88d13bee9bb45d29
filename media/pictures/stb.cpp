// Reads PNG and JPEG and writes PNG and Radiance HDR with the stb libraries. Only this file includes their headers.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "formats.hpp"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace ingot::media {

namespace {

struct freed_by_stb {
    void operator()(void* pixels) const { stbi_image_free(pixels); }
};

const stbi_uc* data(std::span<const std::byte> bytes) { return reinterpret_cast<const stbi_uc*>(bytes.data()); }

int length(std::span<const std::byte> bytes) {
    if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) throw picture_error("the file is larger than 2 GiB");
    return static_cast<int>(bytes.size());
}

[[noreturn]] void fail(std::span<const std::byte> bytes) {
    const std::string_view reason = stbi_failure_reason();
    if (reason == "Out of memory") throw picture_error("there is not enough memory for the picture");
    if (reason.find("not supported") != std::string_view::npos) throw picture_error(std::string(reason));
    formats::fail_damaged(!bytes.empty() && bytes.front() == std::byte {0xff} ? "JPEG" : "PNG");
}

// Checks the size before the picture is decoded.
void require_size(std::span<const std::byte> bytes) {
    int width = 0;
    int height = 0;
    int channels = 0;
    if (stbi_info_from_memory(data(bytes), length(bytes), &width, &height, &channels) == 0) fail(bytes);
    formats::check_size(width, height, bytes.size());
}

// Decodes a file with the function `load` of stb. `to_light` converts a value to linear light, and `to_alpha` converts
// a value to alpha.
template <typename Load, typename Light, typename Alpha>
picture decode(std::span<const std::byte> bytes, Load load, Light to_light, Alpha to_alpha) {
    require_size(bytes);
    int width = 0;
    int height = 0;
    int channels = 0;
    auto* const values = load(data(bytes), length(bytes), &width, &height, &channels, 4);
    if (!values) fail(bytes);
    using value = std::remove_cvref_t<decltype(*values)>;
    const std::unique_ptr<value, freed_by_stb> owner(values);
    picture decoded(width, height);
    const value* next = values;
    for (pixel& each : decoded.pixels) {
        each = {to_light(next[0]), to_light(next[1]), to_light(next[2]), to_alpha(next[3])};
        next += 4;
    }
    return decoded;
}

// The function with which stb's writers append bytes to a std::vector<std::byte>.
void append(void* vector, void* data, int count) {
    const auto* bytes = static_cast<const std::byte*>(data);
    auto& out = *static_cast<std::vector<std::byte>*>(vector);
    out.insert(out.end(), bytes, bytes + count);
}

std::vector<std::byte> png_of(int width, int height, int channels, std::span<const uint8_t> values) {
    std::vector<std::byte> encoded;
    if (static_cast<int64_t>(width) * channels > std::numeric_limits<int>::max() ||
        stbi_write_png_to_func(&append, &encoded, width, height, channels, values.data(), channels * width) == 0)
        throw picture_error("the picture cannot be encoded");
    return encoded;
}

}  // namespace

void formats::check_png_size(std::span<const std::byte> bytes) {
    const auto number_at = [&](size_t offset) {
        int64_t value = 0;
        for (size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<int64_t>(bytes[offset + i]);
        return value;
    };
    // The size follows the signature (8 bytes) and the length and name of the first chunk (8 bytes).
    constexpr size_t width_offset = 16;
    if (bytes.size() < width_offset + 8) fail_damaged("PNG");
    check_size(number_at(width_offset), number_at(width_offset + 4), bytes.size());
}

picture formats::decode_8_or_16_bits(std::span<const std::byte> bytes) {
    if (stbi_is_16_bit_from_memory(data(bytes), length(bytes)) != 0)
        return decode(
            bytes, &stbi_load_16_from_memory, [](uint16_t value) { return decode_srgb(static_cast<float>(value) / 65535.0f); },
            [](uint16_t value) { return static_cast<float>(value) / 65535.0f; });
    return decode(bytes, &stbi_load_from_memory, &decode_srgb8, [](uint8_t value) { return static_cast<float>(value) / 255.0f; });
}

std::vector<std::byte> formats::encode_png(const picture& source) {
    if (!has_alpha(source)) return png_of(source.width, source.height, 3, to_srgb8(source));
    std::vector<uint8_t> values;
    values.reserve(4 * source.pixels.size());
    for (const pixel& each : source.pixels) {
        for (const float light : {each.red, each.green, each.blue}) values.push_back(encode_srgb8(light));
        const float alpha = each.alpha > 0.0f ? std::min(each.alpha, 1.0f) : 0.0f;
        values.push_back(static_cast<uint8_t>(255.0f * alpha + 0.5f));
    }
    return png_of(source.width, source.height, 4, values);
}

std::vector<std::byte> encode_png(int width, int height, std::span<const uint8_t> rgb) {
    if (width < 1 || height < 1 || rgb.size() != 3 * static_cast<size_t>(width) * static_cast<size_t>(height))
        throw picture_error("the picture cannot be encoded");
    return png_of(width, height, 3, rgb);
}

std::vector<std::byte> formats::encode_hdr(const picture& source) {
    std::vector<float> values;
    values.reserve(3 * source.pixels.size());
    constexpr float brightest = 1.7e38f;  // the largest value that the format's common exponent can represent
    for (const pixel& each : source.pixels)
        for (const float light : {each.red, each.green, each.blue})
            values.push_back(light > 0.0f ? std::min(light, brightest) : 0.0f);
    std::vector<std::byte> encoded;
    if (stbi_write_hdr_to_func(&append, &encoded, source.width, source.height, 3, values.data()) == 0)
        throw picture_error("the picture cannot be encoded");
    return encoded;
}

}  // namespace ingot::media
