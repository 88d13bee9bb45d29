// Pixels of every format in the host's memory: what the CPU debug device reads and writes, and mip levels are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ingot/language/image_types.hpp>

namespace ingot::images {

/// Four channels of a pixel; those that the format has not are 0, the fourth one 1. Depth and stencil are the one or two 32-bit
/// numbers that they are stored in. (OpenCL 1.2, section 8.3.)
using floats = std::array<double, 4>;
using signed_integers = std::array<int64_t, 4>;
using unsigned_integers = std::array<uint64_t, 4>;

/// The format's samples are of the kind that the function gives.
floats decode_floats(pixel_format format, const std::byte* pixel);
signed_integers decode_signed(pixel_format format, const std::byte* pixel);
unsigned_integers decode_unsigned(pixel_format format, const std::byte* pixel);

/// Rounded to nearest even, and limited to what the format holds.
void encode(pixel_format format, const floats& value, std::byte* pixel);
void encode(pixel_format format, const signed_integers& value, std::byte* pixel);
void encode(pixel_format format, const unsigned_integers& value, std::byte* pixel);

}  // namespace ingot::images
