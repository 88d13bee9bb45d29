// Pointers that point to different kinds of memory depending on values known only at run time.
#include <ingot/kernel.hpp>

#include "../errors/types.hpp"

using namespace ingot;

constexpr uint32_t table[4] {1, 2, 3, 4};

kernel void read(buffer<const uint32_t> in, buffer<uint32_t> out) {
    const uint32_t mine[2] {in[5], in[6]};
    const uint32_t* const from = in[0] & 1 ? &mine[in[1] & 1] : &in[3];
    out[0] = *from;
    const uint32_t* const constant = in[0] & 2 ? &table[in[1] & 3] : &in[4];
    out[1] = *constant;
}
kernel void copy(buffer<const uint32_t> in, buffer<const record> records, buffer<uint32_t> out) {
    local_buffer<record, 4> tile;
    if (local_id.x < 4) tile[local_id.x] = records[local_id.x];
    local_barrier();
    const record* const from = in[0] & 1 ? &tile[in[1] & 3] : &records[in[1]];
    const record mine = *from;
    out[0] = mine.words[in[2] % 40];
}
kernel void compare(buffer<const uint32_t> in, buffer<uint32_t> out) {
    const uint32_t mine[2] {in[7], in[8]};
    const uint32_t* const first = in[0] & 1 ? &mine[0] : &in[3];
    const uint32_t* const second = in[0] & 2 ? &mine[1] : &in[3];
    out[0] = first == second;
}
kernel void local_or_own(buffer<const uint32_t> in, buffer<uint32_t> out) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = in[local_id.x];
    local_barrier();
    uint32_t mine[8] {};
    for (uint32_t i = 0; i < 8; ++i) mine[in[i] & 7] = i;
    const uint32_t* const from = in[0] & 1 ? &mine[in[1] & 7] : &tile[in[1] & 63];
    out[0] = *from;
}
kernel void array(buffer<const uint32_t> in, buffer<uint32_t> out) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = in[local_id.x];
    local_barrier();
    const uint32_t mine[2] {in[7], in[8]};
    const uint32_t* const rows[4] {in.data(), tile.data(), mine, table};
    for (uint32_t i = 0; i < 16; ++i) out[i] = rows[in[i] & 3][i & 1];
}
