// Both passes in one kernel, through local memory. See blur_tile().
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

template <typename texel, uint32_t taps>
kernel void tile(buffer<const texel> input, buffer<texel> output, param<picture_size> area) {
    blur_tile<taps>(input, output, area);
}
using tiles = instances_for<supported_taps, []<uint32_t taps> { return instances<tile<float4, taps>, tile<ushort4, taps>>(); }>;
