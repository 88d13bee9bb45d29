// Rule constant-index (TALK-02).
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void adds(constant_buffer<float> values, buffer<float> sums) {
    sums[global_id.x] += values[global_id.x];  // remark: constant-index [fix]
}

kernel void adds_products(param<float> factor, constant_buffer<float2> pairs, buffer<float> sums) {
    sums[global_id.x] += factor * pairs[global_id.x].x;  // remark: constant-index [fix]
    sums[global_id.x] *= pairs[0].y;
}

// A function that expects constant memory.
inline float twice(constant_buffer<float> values, uint32_t i) { return 2.0f * values[i]; }  // remark: constant-index
kernel void adds_by_function(constant_buffer<float> values, buffer<float> sums) {
    sums[global_id.x] += twice(values, global_id.x);
    sums[global_id.x] += values[global_id.x];
}

// An element that all work-items read, one for each place in the group, one for each group, and a plain buffer.
kernel void adds_same(constant_buffer<float> values, buffer<float> sums, param<uint32_t> which) {
    sums[global_id.x] += values[which];
}

kernel void adds_by_place(constant_buffer<float> values, buffer<float> sums) { sums[global_id.x] += values[local_id.x]; }

kernel void adds_by_group(constant_buffer<float> values, buffer<float> sums) { sums[global_id.x] += values[group_id.x]; }

kernel void adds_from_buffer(buffer<const float> values, buffer<float> sums) { sums[global_id.x] += values[global_id.x]; }
