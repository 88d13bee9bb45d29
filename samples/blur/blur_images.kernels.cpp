// Both passes through images. The device's texture units read the pixels and clamp coordinates outside of the image to
// its edge. The second pass writes to a buffer, because the sample draws its result from an OpenGL buffer.
#include "passes.hpp"

using namespace ingot;
using namespace ingot::samples::blur;

// Returns the weighted mean of the pixels around `position`, in the direction `step`.
template <uint32_t taps>
static float4 blurred(const_image_2d<float4> input, int2 position, int2 step) {
    constexpr auto factors = weights<taps>();
    constexpr auto reach = static_cast<int32_t>(taps / 2);
    float4 sum;
#pragma GCC unroll 32  // unrolls completely, so that the weights become constants; must be a literal greater than taps
    for (int32_t i = 0; i < static_cast<int32_t>(taps); ++i)
        sum += input.read(position + step * (i - reach)) * factors[static_cast<uint32_t>(i)];
    return sum;
}

static int2 own_position() { return {static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)}; }

// A write outside of the image has no effect, so rows() needs no condition.
template <uint32_t taps>
kernel void rows(const_image_2d<float4> input, image_2d<float4, true> output) {
    output.write(own_position(), blurred<taps>(input, own_position(), int2 {1, 0}));
}

template <uint32_t taps>
kernel void columns(const_image_2d<float4> input, buffer<float4> output, param<picture_size> area) {
    const int2 position = own_position();
    if (position.x >= area.width || position.y >= area.height) return;
    output[index_of(position.x, position.y, area)] = blurred<taps>(input, position, int2 {0, 1});
}

using passes = instances_for<supported_taps, []<uint32_t taps> { return instances<rows<taps>, columns<taps>>(); }>;
