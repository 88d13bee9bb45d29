// The kernels of two passes through buffers, with so many pixels for each work-item.
#pragma once

#include "passes.hpp"

namespace ingot::samples::blur {

template <typename texel, uint32_t taps, uint32_t pixels>
kernel void rows(buffer<const texel> from, buffer<texel> to, param<blur_area> area) {
    blur_pass<direction::along_rows, taps, pixels>(from, to, area);
}

template <typename texel, uint32_t taps, uint32_t pixels>
kernel void columns(buffer<const texel> from, buffer<texel> to, param<blur_area> area) {
    blur_pass<direction::along_columns, taps, pixels>(from, to, area);
}

}  // namespace ingot::samples::blur
