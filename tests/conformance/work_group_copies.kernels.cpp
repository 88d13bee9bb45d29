// Kernels that copy from global to local memory with work_group_copy.
#include "work_group_copies.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using namespace work_group_copies;

// Copies `count` elements of each group to local memory and writes them back in reverse order.
template <typename T, size_t alignment>
static void reverse(buffer<const T> source, buffer<T> target, uint32_t count) {
    const local_buffer<T, max_count> tile;
    const size_t first = group_id.x * max_count;
    work_group_copy<group_items, alignment>(tile.data(), source + first, count);
    work_group_wait_for_copies();
    for (uint32_t i = local_id.x; i < count; i += group_items) target[first + i] = tile[count - 1 - i];
}
kernel void reverse_bytes(buffer<const uint8_t> source, buffer<uint8_t> target, param<uint32_t> count) {
    reverse<uint8_t, 0>(source, target, count);
}
kernel void reverse_aligned_bytes(buffer<const uint8_t> source, buffer<uint8_t> target, param<uint32_t> count) {
    reverse<uint8_t, 16>(source, target, count);
}
kernel void reverse_shorts(buffer<const uint16_t> source, buffer<uint16_t> target, param<uint32_t> count) {
    reverse<uint16_t, 8>(source, target, count);
}
kernel void reverse_words(buffer<const uint32_t> source, buffer<uint32_t> target, param<uint32_t> count) {
    reverse<uint32_t, 0>(source, target, count);
}
kernel void reverse_longs(buffer<const uint64_t> source, buffer<uint64_t> target, param<uint32_t> count) {
    reverse<uint64_t, 16>(source, target, count);
}
kernel void reverse_structs(buffer<const three_words> source, buffer<three_words> target, param<uint32_t> count) {
    reverse<three_words, 0>(source, target, count);
}

// Transposes a rectangle of a matrix through local memory.
template <typename T, size_t rows, size_t columns, size_t padding, size_t alignment>
static void transpose(buffer<const T> matrix, buffer<T> target, uint32_t stride) {
    const local_buffer<T, rows*(columns + padding)> tile;
    work_group_copy_rows<group_items, rows, columns, alignment>(tile.data(), columns + padding, matrix.data(), stride);
    work_group_wait_for_copies();
    for (uint32_t i = local_id.x; i < rows * columns; i += group_items)
        target[i] = tile[i % rows * (columns + padding) + i / rows];
}
kernel void transpose_words(buffer<const uint32_t> matrix, buffer<uint32_t> target, param<uint32_t> stride) {
    transpose<uint32_t, 9, 5, 2, 0>(matrix, target, stride);
}
kernel void transpose_halves(buffer<const uint16_t> matrix, buffer<uint16_t> target, param<uint32_t> stride) {
    transpose<uint16_t, 24, 40, 8, 16>(matrix, target, stride);
}
kernel void transpose_bytes(buffer<const uint8_t> matrix, buffer<uint8_t> target, param<uint32_t> stride) {
    transpose<uint8_t, 7, 3, 0, 0>(matrix, target, stride);
}

// Adds up a row of tiles. While one tile is added, the next ones are being copied.
kernel void add_tiles(buffer<const uint32_t> values, buffer<uint32_t> sums, param<uint32_t> tiles) {
    constexpr uint32_t stages = 3;
    const local_buffer<uint32_t, stages, group_items> stage;
    const auto start_copy = [&](uint32_t tile) {
        work_group_copy<group_items>(&stage[tile % stages][0], values + tile * group_items, tile < tiles ? group_items : 0);
    };
    for (uint32_t tile = 0; tile + 1 < stages; ++tile) start_copy(tile);
    uint32_t sum = 0;
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        work_group_wait_for_copies<stages - 2>();
        start_copy(tile + stages - 1);
        sum = sum * 3 + stage[tile % stages][(local_id.x + 1) % group_items];
    }
    sums[local_id.x] = sum;
}

// Adds up elements. Each iteration also prefetches the element that is read four iterations later.
kernel void add_prefetched(buffer<const uint32_t> values, buffer<uint32_t> sums, param<uint32_t> count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        prefetch(values + ((i + 4) % count * global_size.x + global_id.x));
        sum = sum * 3 + values[i * global_size.x + global_id.x];
    }
    sums[global_id.x] = sum;
}
