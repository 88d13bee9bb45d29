// Bytes in private memory for Vulkan. Some accesses are of whole words, so the memory is an array of words. A word that need not
// be at a multiple of four bytes is put together from bytes.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <cstring>
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: Kernel: moves
// CHECK: [[ARRAY:%[0-9]+]] = OpVariable %_ptr_Function__arr_uint_uint_{{[0-9]+}} Function
// CHECK-COUNT-4: OpUConvert %uchar
// CHECK: OpIAdd
kernel void moves(buffer<const uint64_t> words, buffer<uint64_t> results) {
    uint8_t bytes[16];
    std::memcpy(bytes, &words[0], 16);
    const uint32_t from = global_id.x & 7;
    std::memmove(bytes, bytes + from, 4);
    std::memcpy(&results[0], bytes, 8);
}
