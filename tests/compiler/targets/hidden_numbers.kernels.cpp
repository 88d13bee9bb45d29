// Defects of drivers that the target vulkan avoids (docs/vulkan.md). A bitwise or with a zero that the driver does not know hides
// an operand: of lavapipe, one of a comparison of signed 64-bit numbers, the bits of a float in an atomic operation, and a chosen
// constant; of NVIDIA's driver, the mask of a sign.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <bit>
#include <cmath>
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

// Mesa's compiler takes a choice between 1.0 and -0.0 for one between 1.0 and 0.0, also if integers have these bits.
// CHECK: Kernel: chooses
// CHECK: [[HIDDEN_BITS:%[0-9]+]] = OpBitwiseOr %uint %uint_2147483648
// CHECK-NEXT: OpSelect %uint {{.*}} [[HIDDEN_BITS]] %uint_1065353216
kernel void chooses(buffer<const uint32_t> numbers, buffer<uint32_t> results) {
    results[global_id.x] = numbers[global_id.x] > 20 ? 0x80000000u : 0x3f800000u;
}

// NVIDIA's driver returns another NaN for the negative of a NaN. Its bits are changed instead.
// CHECK: Kernel: negates
// CHECK: [[BITS:%[0-9]+]] = OpBitcast %uint
// CHECK: [[SIGN:%[0-9]+]] = OpBitwiseOr %uint %uint_2147483648
// CHECK-NEXT: [[NEGATED:%[0-9]+]] = OpBitwiseXor %uint [[BITS]] [[SIGN]]
// CHECK: OpShiftRightLogical %uint [[NEGATED]]
kernel void negates(buffer<const float> numbers, buffer<uint32_t> results) {
    results[global_id.x] = std::bit_cast<uint32_t>(-numbers[global_id.x]) >> 1;
}

// CHECK: Kernel: makes_negative
// CHECK: [[NUMBER:%[0-9]+]] = OpLoad %float
// CHECK: [[BITS_OF_NUMBER:%[0-9]+]] = OpBitcast %uint [[NUMBER]]
// CHECK: [[SIGN_BIT:%[0-9]+]] = OpBitwiseOr %uint %uint_2147483648
// CHECK-NEXT: OpBitwiseOr %uint [[BITS_OF_NUMBER]] [[SIGN_BIT]]
kernel void makes_negative(buffer<const float> numbers, buffer<uint32_t> results) {
    results[global_id.x] = std::bit_cast<uint32_t>(-std::fabs(numbers[global_id.x])) >> 1;
}
