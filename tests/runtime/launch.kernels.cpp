// Kernels that must give the same results on every device.
#include <ingot/kernel.hpp>
#undef NDEBUG
#include <cassert>

#include "mixed_values.hpp"

using namespace ingot;

kernel void saxpy(buffer<const float> x, buffer<float> y, param<float> a) {
    y[global_id.x] = a * x[global_id.x] + y[global_id.x];
}

// Fails in the first work-item.
kernel void fail(buffer<uint32_t> values) {
    assert(global_id.x > 0);
    values[global_id.x] = 1;
}

// Appends a decimal digit to each number, so that the result shows the order of the launches.
kernel void append_digit(buffer<uint32_t> numbers, param<uint32_t> digit) {
    numbers[global_id.x] = numbers[global_id.x] * 10 + digit;
}

// Writes the 18 numbers that describe a work-item's position in the range.
kernel void note_place(buffer<uint32_t> out) {
    const uint32_t index = (global_id.z * global_size.y + global_id.y) * global_size.x + global_id.x;
    const uint3 known[6] = {global_id, local_id, group_id, global_size, local_size, num_groups};
    for (uint32_t i = 0; i < 6; ++i)
        for (uint32_t j = 0; j < 3; ++j) out[index * 18 + i * 3 + j] = known[i][j];
}

// Computes the sum of each work-group by a tree reduction in local memory.
kernel void sum_groups(buffer<const uint32_t> numbers, buffer<uint32_t> sums, param<uint32_t> count) {
    local_buffer<uint32_t, 256> partial;
    partial[local_id.x] = global_id.x < count ? numbers[global_id.x] : 0;
    for (uint32_t half = local_size.x / 2; half > 0; half /= 2) {
        local_barrier();
        if (local_id.x < half) partial[local_id.x] += partial[local_id.x + half];
    }
    if (local_id.x == 0) sums[group_id.x] = partial[0];
}

// Transposes a matrix, tile by tile.
kernel void transpose(buffer<const float> source, buffer<float> destination, param<uint2> size) {
    local_buffer<float, 8, 8> tile;
    if (global_id.x < size.x && global_id.y < size.y) tile[local_id.y][local_id.x] = source[global_id.y * size.x + global_id.x];
    local_barrier();
    const uint32_t x = group_id.y * 8 + local_id.x;
    const uint32_t y = group_id.x * 8 + local_id.y;
    if (x < size.y && y < size.x) destination[y * size.y + x] = tile[local_id.x][local_id.y];
}

// Mirrors each block of 4 x 4 x 4 elements in all three dimensions.
kernel void mirror_blocks(buffer<uint32_t> cells) {
    local_buffer<uint32_t, 4, 4, 4> block;
    const uint32_t index = (global_id.z * global_size.y + global_id.y) * global_size.x + global_id.x;
    block[local_id.z][local_id.y][local_id.x] = cells[index];
    local_barrier();
    cells[index] = block[3 - local_id.z][3 - local_id.y][3 - local_id.x];
}

kernel void take_values(buffer<double> out, param<mixed_values> all, param<uint8_t> small, param<int64_t> large,
                        param<float3> three) {
    out[0] = all.first;
    out[1] = all.vector.w;
    out[2] = static_cast<double>(all.last);
    out[3] = all.three.z;
    out[4] = small;
    out[5] = static_cast<double>(large);
    out[6] = three.z;
}

kernel void take_no_arguments() {}

// Reads and writes structs, which have the same layout as on the host.
kernel void swap_values(buffer<mixed_values> values) {
    mixed_values& value = values[global_id.x];
    const float w = value.vector.w;
    value.vector.w = value.three.x;
    value.three.x = w;
    value.last = value.last + value.first;
}

// Calls a function of the C library on the device cpu-native.
kernel void exponentials(buffer<float> values) { values[global_id.x] = exp(values[global_id.x]); }
