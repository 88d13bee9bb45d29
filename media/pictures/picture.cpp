#include <algorithm>
#include <array>
#include <cmath>
#include <ingot/media/picture.hpp>
#include <stdexcept>
#include <utility>

namespace ingot::media {

namespace {

size_t pixel_count(int width, int height) {
    if (width < 0 || height < 0) throw std::invalid_argument("the width and height of a picture must not be negative");
    return static_cast<size_t>(width) * static_cast<size_t>(height);
}

std::array<float, 256> decode_all_bytes() {
    std::array<float, 256> light {};
    for (size_t i = 0; i < light.size(); ++i) light[i] = decode_srgb(static_cast<float>(i) / 255.0f);
    return light;
}

}  // namespace

picture::picture(int wide, int high) : width(wide), height(high), pixels(pixel_count(wide, high)) {}

picture::picture(int wide, int high, std::vector<pixel> values) : width(wide), height(high), pixels(std::move(values)) {
    if (pixels.size() != pixel_count(wide, high))
        throw std::invalid_argument("the number of a picture's pixels must be width · height");
}

float decode_srgb(float encoded) { return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f); }

float encode_srgb(float light) {
    if (!(light > 0.0f)) return 0.0f;  // true for NaN too
    if (light >= 1.0f) return 1.0f;
    return light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1.0f / 2.4f) - 0.055f;
}

float decode_srgb8(uint8_t encoded) {
    static const std::array<float, 256> light = decode_all_bytes();
    return light[encoded];
}

uint8_t encode_srgb8(float light) { return static_cast<uint8_t>(std::lround(255.0f * encode_srgb(light))); }

bool has_alpha(const picture& source) {
    return std::ranges::any_of(source.pixels, [](const pixel& each) { return each.alpha < 1.0f; });
}

std::vector<uint8_t> to_srgb8(const picture& source) {
    std::vector<uint8_t> bytes;
    bytes.reserve(3 * source.pixels.size());
    for (const pixel& each : source.pixels)
        for (const float light : {each.red, each.green, each.blue}) bytes.push_back(encode_srgb8(light));
    return bytes;
}

}  // namespace ingot::media
