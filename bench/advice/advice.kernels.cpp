// For each rule of the advisor (docs/advice.md) one kernel before and one after its advice. Both compute the same. The comments
// name the remarks that ingotc makes about the kernels before.
#include <ingot/kernel.hpp>

#include "work.hpp"

using namespace ingot;
using namespace ingot::bench::advice;

// private-array: an array whose index is known only at run time.
kernel void private_array_before(buffer<const float> values, buffer<const uint32_t> choices, buffer<float> results) {
    const uint32_t i = global_id.x;
    const uint32_t choice = choices[i];
    float pair[2] {values[i], 1.0f};
    for (uint32_t k = 0; k < 32; ++k) pair[choice >> k & 1] = pair[(choice >> k & 1) ^ 1] * 0.5f + 1.0f;  // remark: private-array
    results[i] = pair[0] + pair[1];
}
kernel void private_array_after(buffer<const float> values, buffer<const uint32_t> choices, buffer<float> results) {
    const uint32_t i = global_id.x;
    const uint32_t choice = choices[i];
    float first = values[i];
    float second = 1.0f;
    for (uint32_t k = 0; k < 32; ++k) {
        const bool is_second = (choice >> k & 1) != 0;
        const float next = (is_second ? first : second) * 0.5f + 1.0f;
        first = is_second ? first : next;
        second = is_second ? next : second;
    }
    results[i] = first + second;
}

// integer-division: a denominator that is known only at run time.
kernel void integer_division_before(buffer<uint32_t> results, param<uint32_t> width) {
    uint32_t value = global_id.x + 0x80000000u;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < 32; ++k) {
        sum += value / width;  // remark: integer-division
        value = value * 1664525u + sum;
    }
    results[global_id.x] = sum;
}
kernel void integer_division_after(buffer<uint32_t> results) {
    uint32_t value = global_id.x + 0x80000000u;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < 32; ++k) {
        sum += value / division_width;
        value = value * 1664525u + sum;
    }
    results[global_id.x] = sum;
}

// strided-access: each work-item sums a row, or the same row of the transposed matrix, which is a column.
kernel void strided_access_before(buffer<const float> matrix, buffer<float> results) {
    float sum = 0.0f;
    for (uint32_t k = 0; k < row_length; ++k) sum += matrix[global_id.x * row_length + k];  // remark: strided-access
    results[global_id.x] = sum;
}
kernel void strided_access_after(buffer<const float> transposed, buffer<float> results) {
    float sum = 0.0f;
    for (uint32_t k = 0; k < row_length; ++k) sum += transposed[k * global_size.x + global_id.x];
    results[global_id.x] = sum;
}

// bank-conflict: rows of 32 words, or of 33. A group of 32 times 8 work-items adds the columns of a tile to its rows.
template <uint32_t row_words>
static float sum_by_columns(float* tile, float value) {
    for (uint32_t row = local_id.y; row < 32; row += 8) tile[row * row_words + local_id.x] = value + static_cast<float>(row);
    local_barrier();
    float sum = 0.0f;
    for (uint32_t round = 0; round < 64; ++round)
        for (uint32_t row = local_id.y; row < 32; row += 8)
            sum = sum * 0.5f + tile[local_id.x * row_words + ((row + round) & 31)];  // remark: bank-conflict
    return sum;
}
kernel void bank_conflict_before(buffer<const float> values, buffer<float> results) {
    local_buffer<float, 32 * 32> tile;
    const uint32_t i = global_id.y * global_size.x + global_id.x;
    results[i] = sum_by_columns<32>(tile.data(), values[i]);
}
kernel void bank_conflict_after(buffer<const float> values, buffer<float> results) {
    local_buffer<float, 32 * 33> tile;
    const uint32_t i = global_id.y * global_size.x + global_id.x;
    results[i] = sum_by_columns<33>(tile.data(), values[i]);
}

// shared-atomic: all work-items add to one number, or one of each group.
kernel void shared_atomic_before(buffer<const uint32_t> values, buffer<uint32_t> total) {
    atomic_add(&total[0], values[global_id.x] & 7);  // remark: shared-atomic
}
kernel void shared_atomic_after(buffer<const uint32_t> values, buffer<uint32_t> total) {
    const uint32_t sum = work_group_reduce<group>(values[global_id.x] & 7, [](uint32_t a, uint32_t b) { return a + b; });
    if (local_id.x == 0) atomic_add(&total[0], sum);
}

// uniform-buffer: values that are the same for all work-items, in a buffer or as a parameter.
kernel void uniform_buffer_before(buffer<const float> values, buffer<const polynomial> factors, buffer<float> results) {
    float value = 0.0f;
    const float x = values[global_id.x];
    for (uint32_t k = 0; k < 16; ++k) value = value * x + factors[0].factors[k];  // remark: uniform-buffer
    results[global_id.x] = value;
}
kernel void uniform_buffer_after(buffer<const float> values, param<polynomial> factors, buffer<float> results) {
    float value = 0.0f;
    const float x = values[global_id.x];
    for (uint32_t k = 0; k < 16; ++k) value = value * x + factors.factors[k];
    results[global_id.x] = value;
}

// constant-index: each work-item reads its own elements of constant memory, or of a buffer.
kernel void constant_index_before(constant_buffer<float> values, buffer<float> results) {
    float sum = 0.0f;
    for (uint32_t k = 0; k < constant_reads; ++k) sum += values[global_id.x + 64 * k];  // remark: constant-index
    results[global_id.x] = sum;
}
kernel void constant_index_after(buffer<const float> values, buffer<float> results) {
    float sum = 0.0f;
    for (uint32_t k = 0; k < constant_reads; ++k) sum += values[global_id.x + 64 * k];
    results[global_id.x] = sum;
}

// divergent-branch: neighbours take different sides, or the work is sorted by the side.
static float series(float x, float first) {
    float sum = first;
#pragma unroll
    for (int i = 1; i < 128; ++i) sum = sum * (x - first) + static_cast<float>(i) / 256.0f;
    return sum;
}
kernel void divergent_branch_before(buffer<const float> values, buffer<const uint32_t> kinds, buffer<float> results) {
    const uint32_t i = global_id.x;
    if ((kinds[i] & 1) == 1)  // remark: divergent-branch
        results[i] = series(values[i], 0.25f);
    else
        results[i] = 1.0f / (1.0f + series(values[i] * values[i], 0.5f));
}
kernel void divergent_branch_after_ones(buffer<const float> values, buffer<const uint32_t> ones, buffer<float> results,
                                        param<uint32_t> count) {
    if (global_id.x >= count) return;
    const uint32_t i = ones[global_id.x];
    results[i] = series(values[i], 0.25f);
}
kernel void divergent_branch_after_others(buffer<const float> values, buffer<const uint32_t> others, buffer<float> results,
                                          param<uint32_t> count) {
    if (global_id.x >= count) return;
    const uint32_t i = others[global_id.x];
    results[i] = 1.0f / (1.0f + series(values[i] * values[i], 0.5f));
}

// byte-arithmetic: a variable of 8 bits in a loop, or one of 32 bits.
kernel void byte_arithmetic_before(buffer<const uint8_t> values, buffer<uint8_t> results) {
    uint8_t value = values[global_id.x];
    for (uint32_t k = 0; k < 256; ++k) value = static_cast<uint8_t>(value * 5 + (value >> 3) + k);  // remark: byte-arithmetic
    results[global_id.x] = value;
}
kernel void byte_arithmetic_after(buffer<const uint8_t> values, buffer<uint8_t> results) {
    uint32_t value = values[global_id.x];
    for (uint32_t k = 0; k < 256; ++k) value = (value * 5 + (value >> 3) + k) & 255;
    results[global_id.x] = static_cast<uint8_t>(value);
}

// spilled-registers: a work-item computes more results of a matrix product than fit into its registers, or fewer. Its results lie
// apart, so that neighbouring work-items access neighbouring numbers.
template <uint32_t tile>
static void multiply(buffer<const float> a, buffer<const float> b, buffer<float> results) {
    const uint32_t width = global_size.x * tile;
    const uint32_t height = global_size.y * tile;
    float sums[tile][tile] {};
    for (uint32_t k = 0; k < product_depth; ++k) {
        float column[tile];
#pragma unroll
        for (uint32_t y = 0; y < tile; ++y) column[y] = a[k * height + y * global_size.y + global_id.y];
#pragma unroll
        for (uint32_t x = 0; x < tile; ++x) {
            const float other = b[k * width + x * global_size.x + global_id.x];
#pragma unroll
            for (uint32_t y = 0; y < tile; ++y) sums[y][x] += column[y] * other;
        }
    }
#pragma unroll
    for (uint32_t y = 0; y < tile; ++y)
#pragma unroll
        for (uint32_t x = 0; x < tile; ++x)
            results[(y * global_size.y + global_id.y) * width + x * global_size.x + global_id.x] = sums[y][x];
}
kernel void spilled_registers_before(buffer<const float> a, buffer<const float> b, buffer<float> results) {
    multiply<large_tile>(a, b, results);
}
kernel void spilled_registers_after(buffer<const float> a, buffer<const float> b, buffer<float> results) {
    multiply<small_tile>(a, b, results);
}

// double-literal: arithmetic in double or in float.
kernel void double_literal_before(buffer<const float> values, buffer<float> results) {
    float value = values[global_id.x];
    for (uint32_t k = 0; k < 64; ++k) value = static_cast<float>(value * 0.9 + 0.1);  // remark: double-literal
    results[global_id.x] = value;
}
kernel void double_literal_after(buffer<const float> values, buffer<float> results) {
    float value = values[global_id.x];
    for (uint32_t k = 0; k < 64; ++k) value = value * 0.9f + 0.1f;
    results[global_id.x] = value;
}

// adjacent-access: two numbers, or one vector of two.
kernel void adjacent_access_before(buffer<const float> values, buffer<float> results) {
    const uint32_t i = global_id.x;
    results[i] = values[2 * i] +  // remark: adjacent-access
                 values[2 * i + 1];
}
kernel void adjacent_access_after(buffer<const float2> values, buffer<float> results) {
    const float2 pair = values[global_id.x];
    results[global_id.x] = pair.x + pair.y;
}

// host-work: a function of parameters, computed by each work-item or once by the host.
kernel void host_work_before(buffer<const float> values, buffer<float> results, param<float> time, param<float> rate) {
    results[global_id.x] = values[global_id.x] * exp(-time * rate);  // remark: host-work
}
kernel void host_work_after(buffer<const float> values, buffer<float> results, param<float> fading) {
    results[global_id.x] = values[global_id.x] * fading;
}
