// Iterators over a local array, and a loop with a pragma.
#include <ingot/kernel.hpp>
#include <algorithm>
#include <array>

using namespace ingot;

kernel void reversed(buffer<float> values, param<uint32_t> count) {
    std::array<float, 32> row {};
    for (uint32_t i = 0; i < count; ++i) row[i] = values[i];
    std::reverse(row.begin(), row.end());
    float sum = 0;
    for (const float value : row) sum = sum * 0.5f + value;
#pragma unroll 4
    for (uint32_t i = 0; i < count; ++i) values[i] = row[i] * sum;
}
