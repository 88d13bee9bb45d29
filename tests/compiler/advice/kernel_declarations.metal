// The ways to declare a kernel in Metal: fixes find its body.
#include <metal_stdlib>

using namespace metal;

[[kernel]] void transposes(device const float* matrix, device float* result, uint2 place [[thread_position_in_threadgroup]],
                           uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup float tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] = tile[place.x][place.y];  // remark: bank-conflict [fix]
}

[[kernel, max_total_threads_per_threadgroup(1024)]] void transposes_in_large_groups(
    device const float* matrix, device float* result, uint2 place [[thread_position_in_threadgroup]],
    uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup float tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] = tile[place.x][place.y];  // remark: bank-conflict [fix]
}

kernel [[max_total_threads_per_threadgroup(1024)]] void transposes_with_limit(device const float* matrix, device float* result,
                                                                              uint2 place [[thread_position_in_threadgroup]],
                                                                              uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup float tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] = tile[place.x][place.y];  // remark: bank-conflict [fix]
}

[[max_total_threads_per_threadgroup(1024)]] kernel void transposes_with_limit_before(
    device const float* matrix, device float* result, uint2 place [[thread_position_in_threadgroup]],
    uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup float tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] = tile[place.x][place.y];  // remark: bank-conflict [fix]
}

template <typename T>
[[kernel]] [[max_total_threads_per_threadgroup(1024)]] void transposes_elements(device const T* matrix, device T* result,
                                                                                uint2 place [[thread_position_in_threadgroup]],
                                                                                uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup T tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] = tile[place.x][place.y];  // remark: bank-conflict [fix]
}

template [[host_name("transposes_floats")]] [[kernel]] decltype(transposes_elements<float>) transposes_elements<float>;

template [[host_name("transposes_integers")]] [[kernel]] void transposes_elements(device const uint* matrix, device uint* result,
                                                                                  uint2 place [[thread_position_in_threadgroup]],
                                                                                  uint2 group [[threadgroup_position_in_grid]]);
