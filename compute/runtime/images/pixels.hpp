// Decodes and encodes pixels of all formats in host memory. Used by the CPU debug device and for mip levels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/language/image_types.hpp>

namespace ingot::images {

/// The four channels of a decoded pixel. Missing channels are 0; a missing fourth channel is 1 (OpenCL 1.2, section
/// 8.3). A pixel that combines depth and stencil is decoded to the one or two 32-bit integers in which it is stored.
using floats = std::array<double, 4>;
using signed_integers = std::array<int64_t, 4>;
using unsigned_integers = std::array<uint64_t, 4>;

/// Decode one pixel. Use the function for the kind of number that the format's samples have.
floats decode_floats(pixel_format format, const std::byte* pixel);
signed_integers decode_signed(pixel_format format, const std::byte* pixel);
unsigned_integers decode_unsigned(pixel_format format, const std::byte* pixel);

/// Encode one pixel. Values are rounded to nearest even and clamped to the range of the format.
void encode(pixel_format format, const floats& value, std::byte* pixel);
void encode(pixel_format format, const signed_integers& value, std::byte* pixel);
void encode(pixel_format format, const unsigned_integers& value, std::byte* pixel);

}  // namespace ingot::images
