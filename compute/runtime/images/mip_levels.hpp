// Computes mip levels on the host.
#pragma once

#include <array>
#include <ingot/language/image_types.hpp>
#include <span>
#include <vector>

namespace ingot::images {

/// The pixels of one mip level in host memory, without gaps.
struct level_pixels {
    std::array<uint32_t, 3> extent {};
    std::vector<std::byte> bytes;
};

/// Computes the mip level that follows the given one. With `halves_z` the third dimension is halved, as in 3D images;
/// else each layer is reduced separately.
level_pixels next_level(const level_pixels& source, pixel_format format, bool halves_z);

}  // namespace ingot::images
