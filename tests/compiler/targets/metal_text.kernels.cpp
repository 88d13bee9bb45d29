// MSL is text that a person can read.
// RUN: %ingotc %s -o %t.ingot --targets msl --emit-asm
// RUN: %check --input-file=%t.metal
#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: // smooth, metal_text.kernels.cpp:[[#SMOOTH:]]
// CHECK-NEXT: kernel void smooth(
// CHECK-NEXT: device const float4* positions {{\[\[}}buffer(0)]],
// CHECK-NEXT: device float4* smoothed {{\[\[}}buffer(1)]],
// CHECK-NEXT: constant float& weight {{\[\[}}buffer(2)]],
// CHECK-NEXT: constant uint& count {{\[\[}}buffer(3)]],
// CHECK-NEXT: uint3 global_id {{\[\[}}thread_position_in_grid]],
// CHECK-NEXT: uint3 local_id {{\[\[}}thread_position_in_threadgroup]])
// CHECK: threadgroup float4 local_memory[64];
// CHECK: // metal_text.kernels.cpp:[[#SMOOTH+3]]
// CHECK-NEXT: local_memory[local_id.x] = positions[global_id.x];
// CHECK-NEXT: // metal_text.kernels.cpp:[[#SMOOTH+4]]
// CHECK-NEXT: threadgroup_barrier(mem_flags::mem_threadgroup);
// CHECK: if (count == 0u) {
// CHECK: while (true) {
// CHECK: local_memory[other].w;
// CHECK: break;
// CHECK: local_memory[other].z * weight
// CHECK: smoothed[global_id.x].x = current
kernel void smooth(buffer<const float4> positions, buffer<float4> smoothed, param<float> weight, param<uint32_t> count) {
    local_buffer<float4, 64> tile;
    const uint32_t item = local_id.x;
    tile[item] = positions[global_id.x];
    local_barrier();
    float4 sum;
    for (uint32_t other = 0; other < count; ++other) {
        if (tile[other].w < 0.0f) break;
        sum += weight * tile[other];
    }
    smoothed[global_id.x] = sum;
}

// CHECK: kernel void choose(
// CHECK: switch (kinds[global_id.x]) {
// CHECK-NEXT: case 0u: {
// CHECK: precise::sin(value);
// CHECK: case 3u:
// CHECK-NEXT: case 4u: {
// CHECK: precise::sqrt(value);
// CHECK: case 7u: {
// CHECK: atomic_fetch_add_explicit((device atomic_uint*)counter, 1u, memory_order_relaxed);
// CHECK: default: {
// CHECK: value * 0.5f
// CHECK: values[global_id.x] = value
kernel void choose(buffer<const int32_t> kinds, buffer<float> values, buffer<uint32_t> counter) {
    const uint32_t i = global_id.x;
    float value = values[i];
    switch (kinds[i]) {
        case 0:
            value = sin(value);
            break;
        case 3:
        case 4:
            value = sqrt(value);
            break;
        case 7:
            atomic_inc(&counter[0]);
            break;
        default:
            value = 0.5f * value;
            break;
    }
    values[i] = value;
}
