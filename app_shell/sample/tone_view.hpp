// The arguments of the kernel that maps light to the colours of a screen.
#pragma once

#include <cstdint>

namespace ingot {

struct tone_view {
    uint32_t width = 0;  ///< of the picture, in pixels
    uint32_t height = 0;
    uint32_t shown_width = 0;  ///< of the picture on the screen
    uint32_t shown_height = 0;
    float exposure = 1.0f;
    uint32_t is_filmic = 0;  ///< tone_curve::filmic
};

}  // namespace ingot
