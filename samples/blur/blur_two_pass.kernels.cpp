// The two passes with one pixel per work-item: each work-item reads all taps of its pixel.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

using passes = instances_for<supported_taps, []<uint32_t taps> {
    return instances<rows<float4, taps, 1>, columns<float4, taps, 1>, rows<ushort4, taps, 1>, columns<ushort4, taps, 1>>();
}>;
