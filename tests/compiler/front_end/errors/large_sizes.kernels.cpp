// Sizes and numbers for which no device has room, or for which a compiler would need hours.
#include <ingot/kernel.hpp>

using namespace ingot;

struct large {
    float rows[400][400];
};

kernel void variables(buffer<float> values, param<uint32_t> index) {
    float some[100'000] {};
    float many[1ull << 40];  // error: 'many' takes 4398046511104 bytes; a work-item has at most 524288 bytes of private memory
    // advice: pass a buffer in which each work-item has a part
    large table {};  // error: 'table' takes 640000 bytes; a work-item has at most 524288 bytes of private memory
    values[0] = some[index] + many[index] + table.rows[index][index];
}

kernel void local_memory(buffer<uint32_t> values, param<uint32_t> index) {
    local_buffer<uint32_t, (1ull << 62) + 1> wrapped;  // error: a local_buffer of more than 1 GiB is larger than the local memory of any device
    // advice: give it the size of what one work-group needs
    local_buffer<uint32_t, 65536, 65536, 65536> cube;  // error: a local_buffer of more than 1 GiB is larger than the local memory of any device
    values[0] = wrapped[index] + cube[index][index][index];
}

kernel void unrolled(buffer<uint32_t> values, param<uint32_t> factor) {
#pragma unroll 4096
    for (uint32_t i = 0; i < 100'000; ++i) values[i] += i * factor;
#pragma unroll 100000  // error: a loop cannot be unrolled 100000 times; at most 4096 times are supported
    // advice: a smaller number, such as 8, is usually as fast
    for (uint32_t i = 0; i < 100'000; ++i) values[i] += i * factor;
}
