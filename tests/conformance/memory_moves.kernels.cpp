// Each work-item moves elements of its own array, in global, private or local memory.
#include "memory_moves.hpp"

#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;
using memory_moves::array_size;
using memory_moves::move_count;

template <typename T>
kernel void move_global(buffer<T> arrays, param<uint32_t> count) {
    memory_moves::move(&arrays[global_id.x * array_size], global_id.x % move_count, count);
}

template <typename T>
kernel void move_private(buffer<T> arrays, param<uint32_t> count) {
    std::array<T, array_size> own_values;
    for (uint32_t i = 0; i < array_size; ++i) own_values[i] = arrays[global_id.x * array_size + i];
    memory_moves::move(own_values.data(), global_id.x % move_count, count);
    for (uint32_t i = 0; i < array_size; ++i) arrays[global_id.x * array_size + i] = own_values[i];
}

template <typename T>
kernel void move_local(buffer<T> arrays, param<uint32_t> count) {
    local_buffer<T, array_size * move_count> all;
    for (uint32_t i = 0; i < array_size; ++i) all[local_id.x * array_size + i] = arrays[global_id.x * array_size + i];
    memory_moves::move(&all[local_id.x * array_size], global_id.x % move_count, count);
    for (uint32_t i = 0; i < array_size; ++i) arrays[global_id.x * array_size + i] = all[local_id.x * array_size + i];
}

using moves =
    instances<move_global<uint8_t>, move_global<uint16_t>, move_global<uint32_t>, move_private<uint8_t>, move_private<uint16_t>,
              move_private<uint32_t>, move_local<uint8_t>, move_local<uint16_t>, move_local<uint32_t>>;
