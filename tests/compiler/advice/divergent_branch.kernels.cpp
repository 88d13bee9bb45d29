// Rule divergent-branch (TALK-34).
#include <ingot/kernel.hpp>

using namespace ingot;

// A function that stays large after inlining.
inline float series(float x, float first) {
    float sum = first;
    float power = x;
#pragma unroll
    for (int i = 1; i < 40; ++i) {
        sum += power * static_cast<float>(3 * i * i + 1) + sum * x;
        power *= x - first;
    }
    return sum;
}

kernel void computes_both(buffer<const float> values, buffer<const uint32_t> kinds, buffer<float> result) {
    const float x = values[global_id.x];
    if (kinds[global_id.x] == 1)  // remark: divergent-branch
        result[global_id.x] = series(x, 0.5f);
    else
        result[global_id.x] = series(series(x, 0.25f), 2.0f);
}

// A condition that ends the work-item,
kernel void computes_or_returns(buffer<const float> values, buffer<const uint32_t> kinds, buffer<float> result) {
    const float x = values[global_id.x];
    const float first = series(x, 0.5f);
    if (kinds[global_id.x] == 1) return;
    result[global_id.x] = series(first, 2.0f);
}

// and a condition that is the same for a group, and small sides.
kernel void computes_by_group(buffer<const float> values, buffer<const uint32_t> kinds, buffer<float> result) {
    const float x = values[global_id.x];
    if (kinds[group_id.x] == 1)
        result[global_id.x] = series(x, 0.5f);
    else
        result[global_id.x] = series(series(x, 0.25f), 2.0f);
}

kernel void computes_little(buffer<const float> values, buffer<const uint32_t> kinds, buffer<float> result) {
    const float x = values[global_id.x];
    result[global_id.x] = kinds[global_id.x] == 1 ? x * x : x + 2.0f;
}
