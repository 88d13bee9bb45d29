// The kernels of the two passes through buffers, with `pixels` pixels per work-item.
#pragma once

#include "passes.hpp"

namespace ingot::samples::blur {

template <typename texel, uint32_t taps, uint32_t pixels>
kernel void rows(buffer<const texel> input, buffer<texel> output, param<picture_size> area) {
    blur_pass<direction::along_rows, taps, pixels>(input, output, area);
}

template <typename texel, uint32_t taps, uint32_t pixels>
kernel void columns(buffer<const texel> input, buffer<texel> output, param<picture_size> area) {
    blur_pass<direction::along_columns, taps, pixels>(input, output, area);
}

}  // namespace ingot::samples::blur
