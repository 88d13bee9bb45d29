// Mip levels, made on the host.
#pragma once

#include <array>
#include <ingot/language/image_types.hpp>
#include <span>
#include <vector>

namespace ingot::images {

/// One level in the host's memory, without gaps.
struct level_pixels {
    std::array<uint32_t, 3> extent {};
    std::vector<std::byte> bytes;
};

/// The level after `from`. Where `halves_z`, slices are pixels of the image, else each layer is for itself.
level_pixels next_level(const level_pixels& from, pixel_format format, bool halves_z);

}  // namespace ingot::images
