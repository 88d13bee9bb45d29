// Pictures in memory. Files of all formats are read to this form and written from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ingot::media {

/// A pixel. Red, green and blue are linear light with the primaries and white of sRGB (Rec. 709, D65). 1 is the white
/// of a display, and larger values are allowed. Alpha is 0 (transparent) to 1 (opaque). The colours are not multiplied
/// by alpha.
struct pixel {
    float red = 0.0f;
    float green = 0.0f;
    float blue = 0.0f;
    float alpha = 1.0f;
    friend bool operator==(const pixel&, const pixel&) = default;
};
static_assert(sizeof(pixel) == 16, "kernels read pixels as vectors of four floats");

/// A picture. The pixels are stored row by row from the top, and each row from the left.
struct picture {
    int width = 0;
    int height = 0;
    std::vector<pixel> pixels {};  ///< width · height pixels

    picture() = default;
    /// Makes an opaque black picture. Throws std::invalid_argument if width or height is negative.
    picture(int width, int height);
    /// Throws std::invalid_argument if a size is negative or the number of pixels is not width · height.
    picture(int width, int height, std::vector<pixel> pixels);

    pixel& at(int x, int y) { return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)]; }
    const pixel& at(int x, int y) const {
        return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
    }
    friend bool operator==(const picture&, const picture&) = default;
};

/// Returns the linear light of an encoded value from 0 to 1, by the transfer function of sRGB (IEC 61966-2-1).
float decode_srgb(float encoded);
/// Returns the encoded value of linear light, the inverse of decode_srgb(). Light outside of 0 to 1 is clamped; NaN
/// becomes 0.
float encode_srgb(float light);

/// Returns the linear light of an encoded value of 8 bits.
float decode_srgb8(uint8_t encoded);
/// Returns the nearest encoded value of 8 bits: encode_srgb8(decode_srgb8(v)) == v.
uint8_t encode_srgb8(float light);

/// Returns whether any pixel is not opaque.
bool has_alpha(const picture& source);
/// Returns the encoded colours of the pixels, three bytes for each.
std::vector<uint8_t> to_srgb8(const picture& source);

}  // namespace ingot::media
