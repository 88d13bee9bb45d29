// Pointers to each kind of memory that may be null.
#include <ingot/kernel.hpp>

using namespace ingot;

constexpr uint32_t table[4] {1, 2, 3, 4};

static uint32_t sum(const uint32_t* values, uint32_t count) {
    if (!values) return 77;
    uint32_t all = 0;
    for (uint32_t i = 0; i < count; ++i) all += values[i];
    return all;
}

kernel void of_buffer(buffer<const uint32_t> in, buffer<uint32_t> out) {
    const uint32_t* from = nullptr;
    if (in[0] & 1) from = &in[1];
    out[0] = sum(from, 3);
    out[1] = from && from[5] != 0;
    const uint32_t* last = nullptr;
    for (uint32_t i = 0; i < in[1]; ++i)
        if (in[i] > 5) last = &in[i];
    out[2] = last ? last[1] : 8;
    out[3] = static_cast<uint32_t>(last - in.data());
}
kernel void of_local(buffer<const uint32_t> in, buffer<uint32_t> out) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = in[global_id.x];
    local_barrier();
    const uint32_t* from = in[0] & 1 ? tile.data() : nullptr;
    out[0] = sum(from, 3);
    out[1] = from ? from[5] : 7;
    const uint32_t* last = nullptr;
    for (uint32_t i = 0; i < in[1]; ++i)
        if (tile[i] > 5) last = &tile[i];
    out[2] = last ? last[1] : 8;
    out[3] = last == from;
}
kernel void of_constants(buffer<const uint32_t> in, buffer<uint32_t> out) {
    const uint32_t* from = nullptr;
    for (uint32_t i = 0; i < in[1]; ++i)
        if (table[i & 3] > in[i]) from = &table[i & 3];
    out[0] = from ? *from : 9;
    out[1] = from == nullptr;
}
kernel void of_own(buffer<const uint32_t> in, buffer<uint32_t> out) {
    uint32_t mine[8] {};
    for (uint32_t i = 0; i < 8; ++i) mine[in[i] & 7] += i;
    const uint32_t* from = nullptr;
    for (uint32_t i = 0; i < in[1]; ++i)
        if (mine[i & 7] > in[i]) from = &mine[i & 7];
    out[0] = from ? *from : 9;
    out[1] = from == nullptr;
    out[2] = sum(in[2] & 1 ? mine : nullptr, 4);
}
