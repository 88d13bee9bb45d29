// Two passes with 4 pixels for each work-item: what one read is used for 4 results.
#include "pass_kernels.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

using passes = instances_for<numbers_of_taps, []<uint32_t taps> {
    return instances<rows<float4, taps, 4>, columns<float4, taps, 4>, rows<ushort4, taps, 4>, columns<ushort4, taps, 4>>();
}>;
