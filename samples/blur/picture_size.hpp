// The size of an image, as kernels and host share it, and the size of the tiles.
#pragma once

#include <cstdint>

namespace ingot::samples::blur {

/// The size of an image in pixels.
struct picture_size {
    int32_t width = 0;
    int32_t height = 0;
};

/// Side of a tile, and of a work-group, of the tiled blur.
inline constexpr uint32_t tile_side = 16;

}  // namespace ingot::samples::blur
