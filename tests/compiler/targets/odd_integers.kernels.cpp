// Operations on integers of odd widths, for Vulkan. Each is computed in a wider integer, but by the odd width: the distance of a
// rotation is taken modulo 24, and the zeros above a number of 40 bits and the bytes of one of 48 bits are not those of 64 bits.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: Kernel: rotates
// CHECK: [[LOW:%[0-9]+]] = OpBitwiseAnd %uint {{.*}} %uint_16777215
// CHECK-NEXT: [[UP:%[0-9]+]] = OpShiftLeftLogical %uint [[LOW]] %uint_8
// CHECK-NEXT: [[DOWN:%[0-9]+]] = OpShiftRightLogical %uint [[LOW]] %uint_1
// CHECK-NEXT: [[ROUND:%[0-9]+]] = OpShiftRightLogical %uint [[DOWN]] %uint_15
// CHECK-NEXT: [[BOTH:%[0-9]+]] = OpBitwiseOr %uint [[UP]] [[ROUND]]
// CHECK-NEXT: OpBitwiseAnd %uint [[BOTH]] %uint_16777215
kernel void rotates(buffer<uint32_t> values) {
    const auto value = static_cast<unsigned _BitInt(24)>(values[global_id.x]);
    values[global_id.x] = static_cast<unsigned _BitInt(24)>(value << 8 | value >> 16);
}

// CHECK: Kernel: counts
// CHECK: OpISub %ulong {{.*}} %ulong_24
kernel void counts(buffer<uint64_t> values) {
    const auto value = static_cast<unsigned _BitInt(40)>(values[global_id.x]);
    values[global_id.x] = static_cast<uint32_t>(__builtin_clzg(value, 40));
}

// CHECK: Kernel: swaps
// CHECK: OpShiftRightLogical %ulong {{.*}} %ulong_32
// CHECK: OpShiftRightLogical %ulong {{.*}} %ulong_16
kernel void swaps(buffer<uint64_t> values) {
    const auto x = static_cast<unsigned _BitInt(48)>(values[global_id.x]);
    values[global_id.x] = static_cast<uint64_t>(static_cast<unsigned _BitInt(48)>(
        x >> 40 | (x >> 24 & 0xff00) | (x >> 8 & 0xff0000) | (x << 8 & 0xff000000) | (x << 24 & 0xff00000000) | x << 40));
}
