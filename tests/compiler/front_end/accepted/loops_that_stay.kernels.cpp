// Loops that no target can unroll as requested. The request is a hint: a kernel is compiled for targets that cannot follow it.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void sum_until(buffer<float> values, param<uint32_t> count) {
    float sum = 0;
#pragma unroll
    for (uint32_t i = 0; i < count; ++i) {
        sum += values[i];
        if (sum > 3) break;
    }
    values[global_id.x] = sum;
}
