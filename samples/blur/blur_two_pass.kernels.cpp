// The plain two passes: each work-item reads all taps of its one pixel. A kernel for each number of taps, pass and kind of pixel.
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

// A kernel is a function with a name, and cannot be a template: this makes those of one number of taps.
#define KERNELS_OF(TAPS)                                                                                      \
    kernel void rows_##TAPS(buffer<const float4> from, buffer<float4> to, param<blur_area> area) {            \
        blur_pass<direction::along_rows, TAPS, 1>(from, to, area);                                            \
    }                                                                                                         \
    kernel void columns_##TAPS(buffer<const float4> from, buffer<float4> to, param<blur_area> area) {         \
        blur_pass<direction::along_columns, TAPS, 1>(from, to, area);                                         \
    }                                                                                                         \
    kernel void whole_rows_##TAPS(buffer<const ushort4> from, buffer<ushort4> to, param<blur_area> area) {    \
        blur_pass<direction::along_rows, TAPS, 1>(from, to, area);                                            \
    }                                                                                                         \
    kernel void whole_columns_##TAPS(buffer<const ushort4> from, buffer<ushort4> to, param<blur_area> area) { \
        blur_pass<direction::along_columns, TAPS, 1>(from, to, area);                                         \
    }

KERNELS_OF(3)
KERNELS_OF(5)
KERNELS_OF(7)
KERNELS_OF(9)
KERNELS_OF(11)
KERNELS_OF(13)
KERNELS_OF(15)
KERNELS_OF(17)
KERNELS_OF(19)
KERNELS_OF(21)
