// Two defects of lavapipe that the target vulkan avoids (docs/vulkan.md): a bitwise or with a zero that lavapipe does not know
// hides an operand of a comparison of signed 64-bit numbers, and the bits of a float in an atomic operation.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <bit>
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: Kernel: compares
// CHECK: [[ZERO:%[0-9]+]] = OpSelect %ulong
// CHECK-NEXT: [[HIDDEN:%[0-9]+]] = OpBitwiseOr %ulong {{.*}} [[ZERO]]
// CHECK-NEXT: OpSLessThan %bool {{.*}} [[HIDDEN]]
kernel void compares(buffer<const int64_t> numbers, buffer<uint32_t> results) {
    results[global_id.x] = numbers[global_id.x] < -5 ? 1 : 0;
}

// CHECK: Kernel: lowers
// CHECK: [[ZERO:%[0-9]+]] = OpSelect %uint
// CHECK-NEXT: [[HIDDEN:%[0-9]+]] = OpBitwiseOr %uint {{.*}} [[ZERO]]
// CHECK-NEXT: OpAtomicUMin %uint {{.*}} [[HIDDEN]]
kernel void lowers(buffer<uint32_t> lowest, buffer<const float> numbers) {
    atomic_min(&lowest[0], std::bit_cast<uint32_t>(numbers[global_id.x] * 1.5f));
}

// A number that is computed as an integer needs no such help.
// CHECK: Kernel: counts
// CHECK-NOT: OpBitwiseOr %uint
// CHECK: OpAtomicUMin
kernel void counts(buffer<uint32_t> lowest) { atomic_min(&lowest[0], global_id.x * 3 + 1); }
