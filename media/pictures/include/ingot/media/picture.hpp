// A picture: what the files' formats are brought to, and what is written from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ingot::media {

/// One pixel. Red, green and blue are linear light with sRGB's primaries and white (Rec. 709, D65): 1 is the white of a display,
/// brighter is allowed. Alpha is 0 (nothing) to 1 (opaque), and the colours are not multiplied by it.
struct pixel {
    float red = 0.0f;
    float green = 0.0f;
    float blue = 0.0f;
    float alpha = 1.0f;
    friend bool operator==(const pixel&, const pixel&) = default;
};
static_assert(sizeof(pixel) == 16, "devices take them as vectors of four floats");

/// Rows from the top, pixels of a row from the left.
struct picture {
    int width = 0;
    int height = 0;
    std::vector<pixel> pixels {};  ///< width · height of them

    picture() = default;
    /// Opaque black. Throws std::invalid_argument where a side is negative.
    picture(int width, int height);
    /// Throws std::invalid_argument where `pixels` are not width · height.
    picture(int width, int height, std::vector<pixel> pixels);

    pixel& at(int x, int y) { return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)]; }
    const pixel& at(int x, int y) const {
        return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
    }
    friend bool operator==(const picture&, const picture&) = default;
};

/// The transfer function of sRGB (IEC 61966-2-1): the light of an encoded value, 0 to 1.
float decode_srgb(float encoded);
/// Its inverse; what is outside of 0 to 1, or no number, is brought inside.
float encode_srgb(float light);

/// The light of each of the 256 encoded values of 8 bits.
float decode_srgb8(uint8_t encoded);
/// Rounded to the nearest: encode_srgb8(decode_srgb8(v)) == v.
uint8_t encode_srgb8(float light);

/// True where a pixel is not opaque.
bool has_alpha(const picture& of);
/// Three bytes a pixel: what an 8-bit file without alpha holds.
std::vector<uint8_t> to_srgb8(const picture& from);

}  // namespace ingot::media
