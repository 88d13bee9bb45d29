// Writes PNG, JPEG and Radiance HDR with the library stb_image_write. Only this file includes its header.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "formats.hpp"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace ingot::media {

namespace {

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

bool is_size_of(int width, int height, std::span<const uint8_t> rgb) {
    return width > 0 && height > 0 && rgb.size() == 3 * static_cast<size_t>(width) * static_cast<size_t>(height);
}

}  // namespace

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
    if (!is_size_of(width, height, rgb)) throw picture_error("the picture cannot be encoded");
    return png_of(width, height, 3, rgb);
}

std::vector<std::byte> encode_jpeg(int width, int height, std::span<const uint8_t> rgb, int quality) {
    constexpr int largest_side = 65'535;  // of the format
    std::vector<std::byte> encoded;
    if (!is_size_of(width, height, rgb) || width > largest_side || height > largest_side || quality < 1 || quality > 100 ||
        stbi_write_jpg_to_func(&append, &encoded, width, height, 3, rgb.data(), quality) == 0)
        throw picture_error("the picture cannot be encoded");
    return encoded;
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
