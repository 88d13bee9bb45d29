// Rule constant-index (TALK-02).
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void adds(constant_buffer<float> values, buffer<float> sums) {
    sums[global_id.x] += values[global_id.x];  // remark: constant-index
}

// An element that all work-items read, one for each place in the group, one for each group, and a plain buffer.
kernel void adds_same(constant_buffer<float> values, buffer<float> sums, param<uint32_t> which) {
    sums[global_id.x] += values[which];
}

kernel void adds_by_place(constant_buffer<float> values, buffer<float> sums) { sums[global_id.x] += values[local_id.x]; }

kernel void adds_by_group(constant_buffer<float> values, buffer<float> sums) { sums[global_id.x] += values[group_id.x]; }

kernel void adds_from_buffer(buffer<const float> values, buffer<float> sums) { sums[global_id.x] += values[global_id.x]; }
