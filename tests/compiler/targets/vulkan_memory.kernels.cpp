// How the target vulkan accesses memory (docs/vulkan-output.md): vectors in local memory, and arguments in a uniform buffer.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <ingot/kernel.hpp>

using namespace ingot;

// All accesses are whole vectors: so are the elements of local memory. The copy is one load and one store.
// CHECK: Kernel: sums_of_vectors
// CHECK: OpTypePointer Workgroup %_arr_v4float
// CHECK: OpLoad %v2ulong {{.*}} Aligned 16
// CHECK: [[COPY:%[0-9]+]] = OpBitcast %v4float
// CHECK-NEXT: OpStore {{.*}} [[COPY]]
// CHECK: [[PLACE:%[0-9]+]] = OpInBoundsAccessChain %_ptr_Workgroup_v4float
// CHECK-NEXT: OpLoad %v4float [[PLACE]]
kernel void sums_of_vectors(buffer<const float4> values, buffer<float4> sums, param<uint32_t> count) {
    const local_buffer<float4, 64> tile;
    float4 sum {};
    for (uint32_t first = 0; first < count; first += 64) {
        tile[local_id.x] = values[first + local_id.x];
        local_barrier();
        for (uint32_t i = 0; i < 64; ++i) sum += tile[i] * tile[63 - i];
        local_barrier();
    }
    sums[global_id.x] = sum;
}

// One access is to a component: the elements are numbers.
// CHECK: Kernel: sums_of_components
// CHECK: OpTypePointer Workgroup %_arr_float
kernel void sums_of_components(buffer<const float4> values, buffer<float> sums, param<uint32_t> which) {
    const local_buffer<float4, 64> tile;
    tile[local_id.x] = values[global_id.x] * 2.0f;
    local_barrier();
    sums[global_id.x] = tile[63 - local_id.x].x + tile[local_id.x ^ 1u].w;
}

// The calls of fma, which the driver may not have, lie between the loads of the components.
// CHECK: Kernel: squares
// CHECK: OpTypePointer Workgroup %_arr_v4float
kernel void squares(buffer<const float4> values, buffer<float> results) {
    const local_buffer<float4, 64> tile;
    tile[local_id.x] = values[global_id.x] + 1.0f;
    local_barrier();
    const float4& other = tile[63 - local_id.x];
    results[global_id.x] = fma(other.x, other.y, fma(other.z, other.z, fma(other.w, other.x, 1.0f)));
}

// Numbers that are addresses in local memory, made of constants: both variables are in the block that a number can point to.
// CHECK: Kernel: addresses
// CHECK: OpVariable %_ptr_Workgroup__arr_uint_uint_12 Workgroup
// CHECK-NOT: OpVariable {{.*}} Workgroup
// CHECK: %addresses = OpFunction
kernel void addresses(buffer<uint32_t> results, param<uint32_t> which) {
    const local_buffer<uint32_t, 4> first;
    const local_buffer<uint32_t, 4> second;
    first[local_id.x % 4] = 1;
    second[local_id.x % 4] = 2;
    local_barrier();
    const uint64_t places[2] = {reinterpret_cast<uint64_t>(&first[1]), reinterpret_cast<uint64_t>(&second[2])};
    results[global_id.x] = *reinterpret_cast<const uint32_t*>(places[which]);
}

// More arguments than the push constants hold are in a uniform buffer.
// CHECK: Kernel: many_arguments
// CHECK: OpDecorate [[ARGUMENTS:%[0-9]+]] Binding 0
// CHECK: [[ARGUMENTS]] = OpVariable %_ptr_Uniform__struct_{{[0-9]+}} Uniform
// CHECK: OpAccessChain %_ptr_Uniform_uint [[ARGUMENTS]] %uint_0 %uint_6 %uint_2
kernel void many_arguments(buffer<float> results, buffer<const float> a, buffer<const float> b, buffer<const float> c,
                           buffer<const float> d, buffer<const float> e, buffer<const float> f, buffer<const float> g,
                           buffer<const float> h, buffer<const float> i, buffer<const float> j, buffer<const float> k,
                           buffer<const float> l, param<float> factor) {
    const uint32_t at = global_id.x;
    results[at] = factor * (a[at] + b[at] + c[at] + d[at] + e[at] + f[at] + g[at] + h[at] + i[at] + j[at] + k[at] + l[at]);
}

// The loop begins at an index that is negative without the constant: its sign survives the shift.
// CHECK: Kernel: weighted_sums
// CHECK: [[PLACE:%[0-9]+]] = OpShiftRightArithmetic %uint
// CHECK-NEXT: [[INDEX:%[0-9]+]] = OpIAdd %uint [[PLACE]] %uint_2
// CHECK-NEXT: OpInBoundsAccessChain %_ptr_Private_float {{%[0-9]+}} [[INDEX]]
kernel void weighted_sums(buffer<const float> values, buffer<float> sums, param<int32_t> distance) {
    static constexpr float weights[5] {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
    float sum = 0;
#pragma clang loop unroll(disable)
    for (int32_t i = -2; i <= 2; ++i) sum += weights[i + 2] * values[int32_t(global_id.x) + 2 * distance + i * distance];
    sums[global_id.x] = sum;
}
