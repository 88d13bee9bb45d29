// Sizes of images, and which descriptions make sense.
#pragma once

#include <array>
#include <ingot/runtime/image.hpp>
#include <string>
#include <vector>

namespace ingot::images {

/// Pixels of a level in x, y and z; z counts slices, or layers and faces.
std::array<uint32_t, 3> extent_of_level(const image_description& of, uint32_t level);

/// Bytes of a box without gaps, or the largest number where a size_t does not hold them.
size_t byte_count(pixel_format format, const std::array<uint32_t, 3>& extent);

/// Why the description is that of no image; empty where it is one.
std::string find_fault(const image_description& of);

/// All formats that an image of this shape can have on some device.
std::vector<pixel_format> formats_of_shape(image_shape shape);

/// The value as a pixel of the format; of depth and stencil the first is the depth, the second the stencil.
std::vector<std::byte> pixel_of(pixel_format format, const std::array<double, 4>& value);

}  // namespace ingot::images
