// The kernels of two passes through buffers, with so many pixels for each work-item: one for each pass and kind of pixel.
#pragma once

#include "numbers_of_taps.hpp"
#include "passes.hpp"

#define PASS_KERNELS(TAPS, PIXELS)                                                                            \
    kernel void rows_##TAPS(buffer<const float4> from, buffer<float4> to, param<blur_area> area) {            \
        blur_pass<direction::along_rows, TAPS, PIXELS>(from, to, area);                                       \
    }                                                                                                         \
    kernel void columns_##TAPS(buffer<const float4> from, buffer<float4> to, param<blur_area> area) {         \
        blur_pass<direction::along_columns, TAPS, PIXELS>(from, to, area);                                    \
    }                                                                                                         \
    kernel void whole_rows_##TAPS(buffer<const ushort4> from, buffer<ushort4> to, param<blur_area> area) {    \
        blur_pass<direction::along_rows, TAPS, PIXELS>(from, to, area);                                       \
    }                                                                                                         \
    kernel void whole_columns_##TAPS(buffer<const ushort4> from, buffer<ushort4> to, param<blur_area> area) { \
        blur_pass<direction::along_columns, TAPS, PIXELS>(from, to, area);                                    \
    }
