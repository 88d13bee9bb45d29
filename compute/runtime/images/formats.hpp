// Sizes of images in memory, and checks of image descriptions.
#pragma once

#include <array>
#include <ingot/runtime/image.hpp>
#include <string>
#include <vector>

namespace ingot::images {

/// Returns the size of a level in pixels. The third number is the number of slices for a 3D image; for other images it is the
/// number of layers times the number of faces of a layer (6 for cubes, else 1).
std::array<uint32_t, 3> extent_of_level(const image_description& description, uint32_t level);

/// Returns the size in bytes of a box of pixels without gaps, or SIZE_MAX if the size does not fit a size_t.
size_t byte_count(pixel_format format, const std::array<uint32_t, 3>& extent);

/// Returns the reason why a description is invalid; empty if it is valid.
std::string find_error(const image_description& description);

/// Returns all formats that are valid for images of this shape. A device may support fewer.
std::vector<pixel_format> valid_formats(image_shape shape);

/// Encodes a value as one pixel of a format that is not an integer format. For formats that combine depth and stencil, the
/// first number is the depth, and the second is the stencil.
std::vector<std::byte> encode_pixel(pixel_format format, const std::array<double, 4>& value);

}  // namespace ingot::images
