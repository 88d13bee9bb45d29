// sub-group-barrier: the barrier of a group that is one sub-group, and the barrier of a sub-group. See advice.kernels.cpp.
#include <metal_stdlib>

using namespace metal;

constant constexpr uint rounds = 256;

[[max_total_threads_per_threadgroup(32)]] kernel void sub_group_barrier_before(device const float* values [[buffer(0)]],
                                                                               device float* results [[buffer(1)]],
                                                                               uint i [[thread_position_in_grid]],
                                                                               uint place [[thread_position_in_threadgroup]]) {
    threadgroup float rows[2][32];
    float value = values[i];
    for (uint k = 0; k < rounds; ++k) {
        rows[k & 1][place] = value;
        threadgroup_barrier(mem_flags::mem_threadgroup);  // remark: sub-group-barrier
        value = 0.5f * value + 0.25f * rows[k & 1][(place + k) & 31];
    }
    results[i] = value;
}

[[max_total_threads_per_threadgroup(32)]] kernel void sub_group_barrier_after(device const float* values [[buffer(0)]],
                                                                              device float* results [[buffer(1)]],
                                                                              uint i [[thread_position_in_grid]],
                                                                              uint place [[thread_position_in_threadgroup]]) {
    threadgroup float rows[2][32];
    float value = values[i];
    for (uint k = 0; k < rounds; ++k) {
        rows[k & 1][place] = value;
        simdgroup_barrier(mem_flags::mem_threadgroup);
        value = 0.5f * value + 0.25f * rows[k & 1][(place + k) & 31];
    }
    results[i] = value;
}

// How many work-items a sub-group of the device has in groups of 32: with fewer than 32, the kernel after the advice is wrong.
kernel void count_sub_group_items(device uint* results [[buffer(0)]], uint count [[threads_per_simdgroup]],
                                  uint i [[thread_position_in_grid]]) {
    results[i] = count;
}
