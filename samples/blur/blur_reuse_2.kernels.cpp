// Two passes with 2 pixels per work-item: a work-item reads each input pixel once and uses it for up to 2 results.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

using passes = instances_for<supported_taps, []<uint32_t taps> {
    return instances<rows<float4, taps, 2>, columns<float4, taps, 2>, rows<ushort4, taps, 2>, columns<ushort4, taps, 2>>();
}>;
