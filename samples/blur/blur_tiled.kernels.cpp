// Both passes in one kernel, through local memory. A kernel for each number of taps and kind of pixel.
#include "numbers_of_taps.hpp"
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

#define KERNELS_OF(TAPS)                                                                                   \
    kernel void tile_##TAPS(buffer<const float4> from, buffer<float4> to, param<blur_area> area) {         \
        blur_tile<TAPS>(from, to, area);                                                                   \
    }                                                                                                      \
    kernel void whole_tile_##TAPS(buffer<const ushort4> from, buffer<ushort4> to, param<blur_area> area) { \
        blur_tile<TAPS>(from, to, area);                                                                   \
    }

FOR_EACH_NUMBER_OF_TAPS(KERNELS_OF)
