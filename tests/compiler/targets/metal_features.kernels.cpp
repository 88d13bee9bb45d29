// Textures, functions that Metal lacks, and kernels that it cannot express.
// RUN: %ingotc %s -o %t.ingot --targets msl --emit-asm
// RUN: %check --input-file=%t.metal
// RUN: %inspect %t.ingot | %check --check-prefix=ARCHIVE
// The Metal front end reads the text.
// RUN: %ingotc %t.metal -o %t.read.ingot --targets spirv
// RUN: %inspect %t.read.ingot | %check --check-prefix=READ
#include <atomic>
#include <ingot/kernel.hpp>

#include "../../conformance/struct_arguments.hpp"

using namespace ingot;

// ARCHIVE: msl {{.*}} bytes
// ARCHIVE-NEXT: 'in_double': {{.*}}:[[#]]: Metal has no double
// ARCHIVE-NEXT: 'in_order': {{.*}}:[[#]]: Metal 3.0 has no fence
// ARCHIVE: kernels
// ARCHIVE: in_double

// READ-NOT: in_double
// READ-NOT: in_order
// READ: soften
// READ: texture2d<float> source
// READ: roots

// CHECK: typedef uint __attribute__((may_alias)) aliased_uint;
// CHECK: typedef ulong __attribute__((may_alias)) aliased_ulong;
// CHECK: constexpr sampler sampler_mirrored_repeat_linear(coord::normalized, address::mirrored_repeat, filter::linear);
// CHECK: float precise_cbrt{{[_0-9]*}}(float
// CHECK: // soften, metal_features.kernels.cpp:
// CHECK-NEXT: kernel void soften(
// CHECK-NEXT: texture2d<float, access::sample> source {{\[\[}}texture(0)]],
// CHECK-NEXT: texture2d_array<int, access::write> target {{\[\[}}texture(1)]],
// CHECK-NEXT: texture1d<uint, access::sample> both {{\[\[}}texture(2)]],
// CHECK-NEXT: texture1d<uint, access::write> both_written {{\[\[}}texture(3)]],
// CHECK-NEXT: constant float& x {{\[\[}}buffer(0)]],
// CHECK: source.sample(sampler_mirrored_repeat_linear, float2(
// CHECK: source.read(uint2(nearest_place(3, source.get_width()), nearest_place(4, source.get_height())));
// CHECK: target.write(int4({{.*}}), uint2({{.*}}), 1u);
// CHECK: both_written.write(uint4(
kernel void soften(const_image_2d<float4> source, image_2d_array<int4, true> target, image_1d<uint32_t> both, param<float> x) {
    const float4 sum = source.read_linear<address_mode::mirrored_repeat>(float2 {x, 0.5f}) + source.read(int2 {3, 4});
    target.write(uint2 {global_id.x, global_id.y}, 1, int4 {static_cast<int32_t>(sum.x), 2, 3, 4});
    both.write(global_id.x, both.read<address_mode::border>(global_id.x) + 1);
}

// CHECK: // in_double, metal_features.kernels.cpp:[[#DOUBLE:]], is not here:
// CHECK-NEXT: // metal_features.kernels.cpp:[[#DOUBLE]]: Metal has no double
// CHECK-NOT: kernel void in_double
kernel void in_double(buffer<double> values) { values[global_id.x] *= 0.1; }

// CHECK: kernel void roots(
// CHECK: precise_cbrt{{[_0-9]*}}(values[global_id.x])
kernel void roots(buffer<float> values) { values[global_id.x] = cbrt(values[global_id.x]); }

// CHECK: // in_order, metal_features.kernels.cpp:{{[0-9]+}}, is not here:
// CHECK-NEXT: // metal_features.kernels.cpp:{{[0-9]+}}: Metal 3.0 has no fence
kernel void in_order(buffer<uint32_t> values) {
    values[0] = 1;
    global_mem_fence();
    values[1] = 2;
}

// An exchange of 8 bits is one of the word around them.
// CHECK: kernel void take(
// CHECK: exchange_if_equal((device atomic_uint*)
kernel void take(buffer<uint8_t> flags, buffer<uint32_t> taken) {
    uint8_t expected = 0;
    std::atomic_ref flag(flags[global_id.x]);
    taken[global_id.x] = flag.compare_exchange_strong(expected, 1, std::memory_order_relaxed) ? 7 : expected;
}

// A struct is passed as words of 64 bits, and its copy is read as numbers of 32 bits. Metal's compiler may assume that numbers of
// different types are not in the same memory, unless their type says that they may be.
// CHECK: kernel void choose_member(
// CHECK: *(thread aliased_ulong*)((thread uchar*)[[COPY:members[_0-9]*]]) = members[0];
// CHECK: = *(thread aliased_uint*)((thread uchar*)[[COPY]] + (
kernel void choose_member(buffer<uint32_t> results, param<struct_arguments::numbers<uint32_t, 3, 8>> members) {
    results[global_id.x] = members.values[global_id.x % 3];
}

// Names of the author that begin like those of the writer.
// CHECK: kernel void reserved_names(
// CHECK-NEXT: device float* own_textures {{.*}},
// CHECK-NEXT: constant float& own_sampler_bias
kernel void reserved_names(buffer<float> textures, param<float> sampler_bias) { textures[global_id.x] += sampler_bias; }
