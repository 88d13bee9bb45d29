// Two passes with 4 pixels per work-item: a work-item reads each input pixel once and uses it for up to 4 results.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

using passes = instances_for<supported_taps, []<uint32_t taps> {
    return instances<rows<float4, taps, 4>, columns<float4, taps, 4>, rows<ushort4, taps, 4>, columns<ushort4, taps, 4>>();
}>;
