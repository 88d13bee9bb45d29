// Rule byte-arithmetic (TALK-23).
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void mixes(buffer<uint8_t> bytes, param<uint32_t> count) {
    uint8_t value = bytes[global_id.x];
    for (uint32_t k = 0; k < count; ++k) value = static_cast<uint8_t>(value * 5 + (value >> 3) + k);  // remark: byte-arithmetic
    bytes[global_id.x] = value;
}

kernel void mixes_signed(buffer<int8_t> bytes, param<int32_t> count) {
    int8_t value = bytes[global_id.x];
    for (int32_t k = 0; k < count; ++k) {
        const int sum = value / 4 + k;
        value = static_cast<int8_t>(sum - (value >> 1));  // remark: byte-arithmetic
    }
    bytes[global_id.x] = value;
}

// A variable of 32 bits, a sum that needs no more than 8 bits, a flag, bits that are chosen, and bytes of memory.
kernel void mixes_wide(buffer<uint8_t> bytes, param<uint32_t> count) {
    uint32_t value = bytes[global_id.x];
    for (uint32_t k = 0; k < count; ++k) value = (value * 5 + (value >> 3) + k) & 255;
    bytes[global_id.x] = static_cast<uint8_t>(value);
}

kernel void adds(buffer<uint8_t> bytes, buffer<const uint8_t> more, param<uint32_t> count) {
    uint8_t value = bytes[global_id.x];
    for (uint32_t k = 0; k < count; ++k) value = static_cast<uint8_t>(value + more[global_id.x + k]);
    bytes[global_id.x] = value;
}

kernel void finds(buffer<uint8_t> bytes, buffer<const uint32_t> numbers, param<uint32_t> count) {
    uint8_t found = 0;
    for (uint32_t k = 0; k < count; ++k)
        if (numbers[global_id.x + k] > 7) found = 1;
    bytes[global_id.x] = found;
}

kernel void selects_bits(buffer<uint8_t> bytes, buffer<const uint8_t> masks, param<uint32_t> count) {
    uint8_t value = bytes[global_id.x];
    for (uint32_t k = 0; k < count; ++k) value = static_cast<uint8_t>(value ^ (masks[global_id.x + k] & ~value));
    bytes[global_id.x] = value;
}

kernel void sums(buffer<const uint8_t> bytes, buffer<uint32_t> totals, param<uint32_t> count) {
    uint32_t total = 0;
    for (uint32_t k = 0; k < count; ++k) total += bytes[global_id.x + k] * 3u;
    totals[global_id.x] = total;
}
