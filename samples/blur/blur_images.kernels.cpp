// The two passes through images: the device's texture units read, and an address outside of the picture is brought to its edge by
// them. The second pass writes to a buffer, which is what OpenGL can show.
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

template <uint32_t taps>
static float4 blurred(const_image_2d<float4> from, int2 at, int2 step) {
    constexpr auto factors = weights<taps>();
    constexpr auto reach = static_cast<int32_t>(taps / 2);
    float4 sum;
#pragma GCC unroll 32  // a literal: more than there are taps, so that the weights become constants
    for (int32_t i = 0; i < static_cast<int32_t>(taps); ++i)
        sum += from.read(at + step * (i - reach)) * factors[static_cast<uint32_t>(i)];
    return sum;
}

static int2 here() { return {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}; }

template <uint32_t taps>
kernel void rows(const_image_2d<float4> from, image_2d<float4, true> to) {
    to.write(here(), blurred<taps>(from, here(), int2 {1, 0}));
}

template <uint32_t taps>
kernel void columns(const_image_2d<float4> from, buffer<float4> to, param<blur_area> area) {
    const int2 at = here();
    if (at.x >= area.width || at.y >= area.height) return;
    to[index_of(at.x, at.y, area)] = blurred<taps>(from, at, int2 {0, 1});
}

using passes = instances_for<numbers_of_taps, []<uint32_t taps> { return instances<rows<taps>, columns<taps>>(); }>;
