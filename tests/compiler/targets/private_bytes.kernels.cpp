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

// Of many bytes four are a word each, because drivers that keep such an array in registers take one for each element. A larger
// array, which they keep in memory, has bytes as elements.
// CHECK: Kernel: changes
// CHECK: OpVariable %_ptr_Function__arr_uint_uint_50 Function
// CHECK: OpNot %uint
// CHECK: Kernel: changes_more
// CHECK: OpVariable %_ptr_Function__arr_uchar_uint_300 Function
template <size_t count>
void change_one(buffer<uint8_t> bytes, uint32_t offset) {
    uint8_t copy[count];
    for (size_t i = 0; i < count; ++i) copy[i] = bytes[i];
    copy[(global_id.x + offset) % count] = 7;
    for (size_t i = 0; i < count; ++i) bytes[i] = copy[i];
}
kernel void changes(buffer<uint8_t> bytes, param<uint32_t> offset) { change_one<200>(bytes, offset); }
kernel void changes_more(buffer<uint8_t> bytes, param<uint32_t> offset) { change_one<300>(bytes, offset); }
