// Instructions for Vulkan that have a form of their own.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <atomic>
#include <ingot/kernel.hpp>

using namespace ingot;

// Vulkan reverses words of 32 bits only.
// CHECK: Kernel: reverses
// CHECK-NOT: OpBitReverse %ulong
// CHECK-NOT: OpBitReverse %ushort
// CHECK: [[WIDE:%[0-9]+]] = OpUConvert %uint
// CHECK-NEXT: [[REVERSED:%[0-9]+]] = OpBitReverse %uint [[WIDE]]
// CHECK-NEXT: OpShiftRightLogical %uint [[REVERSED]] %uint_16
// CHECK-COUNT-2: OpBitReverse %uint
kernel void reverses(buffer<uint16_t> numbers, buffer<uint64_t> wide_numbers) {
    numbers[global_id.x] = __builtin_bitreverse16(numbers[global_id.x]);
    wide_numbers[global_id.x] = __builtin_bitreverse64(wide_numbers[global_id.x]);
}

// LLVM makes a multiplication with an overflow flag of a comparison of a product, and NVIDIA's compiler seems to fail then. So
// the driver does not know that the upper half of the second factor is 0: it is a word of the launch's arguments.
// CHECK: Kernel: limits
// CHECK: OpAccessChain %_ptr_PushConstant_uint {{.*}} %uint_0 %uint_7
// CHECK-NEXT: [[ZERO:%[0-9]+]] = OpLoad %uint
// CHECK-NEXT: [[WIDE:%[0-9]+]] = OpUConvert %ulong [[ZERO]]
// CHECK-NEXT: [[UPPER:%[0-9]+]] = OpShiftLeftLogical %ulong [[WIDE]] %ulong_32
// CHECK-NEXT: [[FACTOR:%[0-9]+]] = OpBitwiseOr %ulong {{.*}} [[UPPER]]
// CHECK-NEXT: OpIMul %ulong {{.*}} [[FACTOR]]
kernel void limits(buffer<const uint32_t> numbers, buffer<uint32_t> results) {
    const uint64_t product = uint64_t(numbers[0]) * numbers[1];
    results[0] = product > 0xffffffffu ? 0xffffffffu : static_cast<uint32_t>(product);
}

// Bytes are multiplied as words.
// CHECK: Kernel: multiplies_bytes
// CHECK: OpAccessChain %_ptr_PushConstant_uint {{.*}} %uint_0 %uint_7
// CHECK-NEXT: [[ZERO:%[0-9]+]] = OpLoad %uint
// CHECK-NEXT: [[FACTOR:%[0-9]+]] = OpBitwiseOr %uint {{.*}} [[ZERO]]
// CHECK-NEXT: OpIMul %uint {{.*}} [[FACTOR]]
kernel void multiplies_bytes(buffer<uint8_t> numbers) {
    uint8_t product = 0;
    numbers[0] = __builtin_mul_overflow(numbers[1], numbers[2], &product) ? 255 : product;
}

// Vulkan has no sequentially consistent order. Updates that acquire and release (8, with 64 and 256 for the memories and 8192 and
// 16384 for Vulkan's memory model) are as good.
// CHECK: Kernel: loads_in_order
// CHECK: OpAtomicIAdd %uint {{.*}} %uint_1 %uint_24904 %uint_0
kernel void loads_in_order(buffer<uint32_t> flags, buffer<uint32_t> results) { results[0] = std::atomic_ref(flags[0]).load(); }

// CHECK: Kernel: stores_in_order
// CHECK: OpAtomicExchange %uint {{.*}} %uint_1 %uint_24904
kernel void stores_in_order(buffer<uint32_t> flags) { std::atomic_ref(flags[0]).store(7); }

// A fence with this order updates a word that is the same for all launches, between an acquire (66 and others) and a release (68
// and others). The word's address is the last argument. In such a kernel each operation with this order updates the word too.
// CHECK: Kernel: fences
// CHECK: OpMemoryBarrier %uint_1 %uint_16706
// CHECK-NEXT: OpAccessChain %_ptr_PushConstant_uint {{.*}} %uint_0 %uint_12
// CHECK: OpAccessChain %_ptr_PushConstant_uint {{.*}} %uint_0 %uint_13
// CHECK: [[WORD:%[0-9]+]] = OpConvertUToPtr
// CHECK-NEXT: OpAtomicIAdd %uint [[WORD]] %uint_1 %uint_24904 %uint_1
// CHECK-NEXT: OpMemoryBarrier %uint_1 %uint_8516
// CHECK-NOT: OpAtomic
// CHECK: OpAtomicIAdd %uint {{.*}} %uint_1 %uint_24904 %uint_3
// CHECK: OpAtomicIAdd %uint {{.*}} %uint_1 %uint_24904 %uint_1
// CHECK: OpAtomicIAdd %uint {{.*}} %uint_1 %uint_24904 %uint_5
// CHECK-NOT: OpAtomic
// CHECK: OpFunctionEnd
kernel void fences(buffer<uint32_t> values, buffer<uint32_t> results) {
    values[global_id.x] = 2;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    results[0] = std::atomic_ref(values[7]).fetch_add(3);
    results[1] = std::atomic_ref(values[8]).fetch_add(5, std::memory_order_acq_rel);
}

// Other fences only acquire and release.
// CHECK: Kernel: other_fences
// CHECK: OpMemoryBarrier %uint_1 %uint_24904
// CHECK-NOT: OpAtomic
// CHECK: OpMemoryBarrier %uint_1 %uint_24904
// CHECK-NOT: OpAtomic
// CHECK: OpFunctionEnd
kernel void other_fences(buffer<uint32_t> values) {
    values[global_id.x] = 2;
    std::atomic_thread_fence(std::memory_order_acq_rel);
    values[global_id.x + 1] = 3;
    global_mem_fence();
    values[global_id.x + 2] = 4;
}

// CHECK: Kernel: acquires
// CHECK: OpAtomicLoad %uint {{.*}} %uint_1 %uint_16706
kernel void acquires(buffer<uint32_t> flags, buffer<uint32_t> results) {
    results[0] = std::atomic_ref(flags[0]).load(std::memory_order_acquire);
}

// The array of the arguments has a layout. An array in local memory must not have one, and is another type even if it has as
// many elements: here 12, those of the launch and of two addresses.
// CHECK: Kernel: has_as_many_words
// CHECK: OpDecorate [[LAID_OUT:%[0-9a-z_]+]] ArrayStride 4
// CHECK-NOT: ArrayStride
// CHECK: OpTypeStruct [[LAID_OUT]]
// CHECK: [[PLAIN:%[0-9a-z_]+]] = OpTypeArray %uint %uint_12
// CHECK: OpTypePointer Workgroup [[PLAIN]]
kernel void has_as_many_words(buffer<const uint32_t> numbers, buffer<uint32_t> results) {
    local_buffer<uint32_t, 12> shared;
    shared[local_id.x] = numbers[local_id.x];
    barrier();
    results[local_id.x] = shared[11 - local_id.x];
}

// One instruction loads or stores a vector whose address is a multiple of its size, and the drivers' square root of float is used.
// CHECK: Kernel: accesses_vectors
// CHECK: OpLoad %v4float {{.*}} Aligned 16
// CHECK: OpExtInst %float {{.*}} InverseSqrt
// CHECK: OpStore {{.*}} Aligned 16
kernel void accesses_vectors(buffer<const float4> positions, buffer<float4> results) {
    const float4 position = positions[global_id.x];
    results[global_id.x] = position * rsqrt(position.x + position.y + position.z + position.w);
}

// Four numbers whose first address is a multiple of 4 only are four accesses, and so are numbers in local memory: their places in its
// array differ by constants.
// CHECK: Kernel: accesses_numbers
// CHECK-NOT: OpLoad %v4float
// CHECK: OpControlBarrier
// CHECK: [[PLACE:%[0-9]+]] = OpShiftRightArithmetic %uint [[OFFSET:%[0-9]+]] %uint_2
// CHECK-NEXT: OpIAdd %uint [[PLACE]] %uint_1
// CHECK: OpShiftRightArithmetic %uint [[OFFSET]] %uint_2
// CHECK-NEXT: OpIAdd %uint {{.*}} %uint_2
kernel void accesses_numbers(buffer<const float> numbers, buffer<float> results, param<uint32_t> place) {
    local_buffer<float4, 16> shared;
    for (uint32_t i = 0; i < 4; ++i) shared[local_id.x][i] = numbers[place * 3 + i];
    barrier();
    const float4 other = shared[15 - local_id.x];
    results[global_id.x] = other.y + other.z;
}

// A loop with few iterations is unrolled, with its barriers, so that the array that it indexes has no memory.
// CHECK: Kernel: indexes_in_a_loop
// CHECK-NOT: OpTypePointer Function %_arr_float
// CHECK-COUNT-4: OpControlBarrier
// CHECK-NOT: OpLoopMerge
kernel void indexes_in_a_loop(buffer<const float> numbers, buffer<float> results) {
    local_buffer<float, 32> shared;
    float own[2];
    for (uint32_t i = 0; i < 2; ++i) own[i] = numbers[global_id.x * 2 + i];
    for (uint32_t i = 0; i < 2; ++i) {
        shared[local_id.x] = own[i];
        barrier();
        own[i] += shared[31 - local_id.x];
        barrier();
    }
    results[global_id.x] = own[0] * own[1];
}

// Denormal numbers keep their values, except with --fast-math.
// CHECK: Kernel: computes
// CHECK: OpCapability DenormPreserve
// CHECK: OpExecutionMode {{.*}} DenormPreserve 32
kernel void computes(buffer<float> numbers) { numbers[0] = numbers[1] * numbers[2]; }
