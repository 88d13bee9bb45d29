// Kernels with each kind of argument, for the device that runs Metal's text.
#include <ingot/kernel.hpp>
#undef NDEBUG
#include <cassert>

#include "emulated_types.hpp"

using namespace ingot;

kernel void scale(buffer<const float> values, buffer<float> results, param<scaling> by, param<bool> is_negated,
                  param<half> added) {
    const float scaled = values[global_id.x] * by.factor + static_cast<float>(by.offset >> by.shift);
    results[global_id.x] = (is_negated ? -scaled : scaled) + static_cast<float>(added);
}

// Its name is a word of Metal's.
kernel void vertex(constant_buffer<uint32_t> table, buffer<uint32_t> sums, local_buffer<uint32_t> partial) {
    partial[local_id.x] = table[global_id.x];
    local_barrier();
    if (local_id.x > 0) return;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < local_size.x; ++i) sum += partial[i];
    sums[group_id.x] = sum;
}

// Draws a frame around a picture in place.
kernel void frame(image_2d<float4> picture, param<float4> colour) {
    const bool is_edge =
        global_id.x == 0 || global_id.y == 0 || global_id.x + 1 == picture.size().x || global_id.y + 1 == picture.size().y;
    // Only the work-item's own pixel: another one may already have written its neighbour.
    const float4 old = picture.read(int2(static_cast<int32_t>(global_id.x), static_cast<int32_t>(global_id.y)));
    picture.write(uint2 {global_id.x, global_id.y}, is_edge ? colour : old * 0.5f);
}

kernel void check(buffer<uint32_t> values, param<uint32_t> limit) {
    assert(global_id.x < limit);
    values[global_id.x] = 1;
}

// Metal has no double.
kernel void in_double(buffer<float> values) {
    values[global_id.x] = static_cast<float>(static_cast<double>(values[global_id.x]) * 0.1);
}
