// What a pass is told of the picture: shared by kernels and the host.
#pragma once

#include <cstdint>

namespace ingot::samples::blur {

struct blur_area {
    int32_t width = 0;
    int32_t height = 0;
};

/// Sides of the work-groups of the tiled blur.
inline constexpr uint32_t tile_side = 16;

}  // namespace ingot::samples::blur
