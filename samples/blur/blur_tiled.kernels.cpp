// Both passes in one kernel, through local memory.
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

template <typename texel, uint32_t taps>
kernel void tile(buffer<const texel> from, buffer<texel> to, param<blur_area> area) {
    blur_tile<taps>(from, to, area);
}
using tiles = instances_for<numbers_of_taps, []<uint32_t taps> { return instances<tile<float4, taps>, tile<ushort4, taps>>(); }>;
