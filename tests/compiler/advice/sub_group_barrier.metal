// Rule sub-group-barrier (TALK-13).
#include <metal_stdlib>

using namespace metal;

[[max_total_threads_per_threadgroup(32)]] kernel void exchanges(device float* values [[buffer(0)]],
                                                                uint i [[thread_position_in_grid]],
                                                                uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[32];
    row[place] = values[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);  // remark: sub-group-barrier
    values[i] = row[31 - place];
}

static float sum_of(threadgroup float* row, uint place) {
    for (uint step = 8; step > 0; step /= 2) {
        if (place < step) row[place] += row[place + step];
        threadgroup_barrier(mem_flags::mem_threadgroup);  // remark: sub-group-barrier
    }
    return row[0];
}

[[max_total_threads_per_threadgroup(16)]]
kernel void sums(device const float* values [[buffer(0)]], device float* result [[buffer(1)]],
                 uint i [[thread_position_in_grid]], uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[16];
    row[place] = values[i];
    simdgroup_barrier(mem_flags::mem_threadgroup);
    result[i] = sum_of(row, place);
}

// Larger groups, a name instead of a number, no attribute, and the barrier of a sub-group.
[[max_total_threads_per_threadgroup(64)]] kernel void exchanges_more(device float* values [[buffer(0)]],
                                                                     uint i [[thread_position_in_grid]],
                                                                     uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[64];
    row[place] = values[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    values[i] = row[63 - place];
}

constant constexpr uint items = 128;
[[max_total_threads_per_threadgroup(items)]] kernel void exchanges_by_name(device float* values [[buffer(0)]],
                                                                           uint i [[thread_position_in_grid]],
                                                                           uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[items];
    row[place] = values[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    values[i] = row[items - 1 - place];
}

kernel void exchanges_unknown(device float* values [[buffer(0)]], uint i [[thread_position_in_grid]],
                              uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[32];
    row[place] = values[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    values[i] = row[31 - place];
}

[[max_total_threads_per_threadgroup(32)]] kernel void exchanges_in_sub_groups(device float* values [[buffer(0)]],
                                                                              uint i [[thread_position_in_grid]],
                                                                              uint place [[thread_position_in_threadgroup]]) {
    threadgroup float row[32];
    row[place] = values[i];
    simdgroup_barrier(mem_flags::mem_threadgroup);
    values[i] = row[31 - place];
}
