// Rule private-array (TALK-36 to TALK-39).
#include <ingot/kernel.hpp>

#include "structs.hpp"

using namespace ingot;

kernel void visits_tree(buffer<const uint32_t> children, buffer<uint32_t> visited) {
    uint32_t waiting[24];
    uint32_t count = 0;
    uint32_t node = global_id.x;
    uint32_t sum = 0;
    while (true) {
        sum += node;
        const uint32_t child = children[node];
        if ((child & 1) != 0 && count < 24) waiting[count++] = child >> 1;
        if (count == 0) break;
        node = waiting[--count];  // remark: private-array
    }
    visited[global_id.x] = sum;
}

kernel void selects(buffer<const float> a, buffer<const float> b, buffer<const uint32_t> choices, buffer<float> result) {
    const float both[2] {a[global_id.x], b[global_id.x]};
    result[global_id.x] = both[choices[global_id.x] & 1];  // remark: private-array [fix]
}

kernel void selects_of_three(buffer<const float> a, buffer<const uint32_t> choices, buffer<float> result) {
    float three[3] = {a[global_id.x], a[global_id.x + 1], a[global_id.x + 2]};
    const uint32_t choice = choices[global_id.x];
    if (choice < 3) result[global_id.x] = three[choice];  // remark: private-array [fix]
    result[global_id.x] += three[2 - choice % 3];
}

// An index with a side effect that must not be repeated, and a pointer into the array.
kernel void selects_and_counts(buffer<const float> a, buffer<const uint32_t> choices, buffer<float> result) {
    const float three[3] {a[global_id.x], a[global_id.x + 1], a[global_id.x + 2]};
    uint32_t choice = choices[global_id.x];
    result[global_id.x] = three[choice++];  // remark: private-array
    result[global_id.x] += static_cast<float>(choice);
}

kernel void selects_by_pointer(buffer<const float> a, buffer<const uint32_t> choices, buffer<float> result) {
    const float three[3] {a[global_id.x], a[global_id.x + 1], a[global_id.x + 2]};
    const float* const second = three + 1;
    result[global_id.x] = second[static_cast<int32_t>(choices[global_id.x]) - 1];  // remark: private-array
}

// Loops that the compilers unroll if they are asked, and loops that would become too large.
kernel void sums_neighbours(buffer<const float> values, buffer<float> result) {
    float all[100];
    for (uint32_t i = 0; i < 100; ++i) {
        all[i] = values[global_id.x + i];
    }
    float sum = 0;
    for (uint32_t i = 0; i < 99; ++i) sum += abs(all[i] - all[i + 1]) * all[99 - i];  // remark: private-array [fix]
    result[global_id.x] = sum;
}

kernel void sums_by_request(buffer<const float> values, buffer<float> result) {
    float all[100];
    for (uint32_t i = 0; i < 100; ++i) all[i] = values[global_id.x + i];
    float sum = 0;
#pragma unroll 4
    // four at a time
    for (uint32_t i = 0; i < 99; ++i) sum += abs(all[i] - all[i + 1]) * all[99 - i];  // remark: private-array
    result[global_id.x] = sum;
}

kernel void sums_distances(buffer<const float> values, buffer<float> result) {
    float all[64];
    for (uint32_t i = 0; i < 64; ++i) all[i] = values[global_id.x + i];
    float sum = 0;
    for (uint32_t i = 0; i < 64; ++i)
        for (uint32_t k = 0; k < 64; ++k) sum += abs(all[i] - all[k]) * all[k];  // remark: private-array
    result[global_id.x] = sum;
}

kernel void looks_up(buffer<const uint32_t> indices, buffer<float> result) {
    float table[64];
    for (uint32_t i = 0; i < 64; ++i) table[i] = static_cast<float>(i * i) * 0.25f;
    result[global_id.x] = table[indices[global_id.x] & 63];  // remark: private-array
}

kernel void weighs(param<weights> factors, buffer<const uint32_t> kinds, buffer<float> result) {
    result[global_id.x] *= factors.of_kinds[kinds[global_id.x]];  // remark: private-array
}

// Constant memory is not copied. A loop that is unrolled, a table of constants that is not written, and a choice by a condition.
kernel void weighs_by_constants(constant_buffer<weights> factors, buffer<const uint32_t> kinds, buffer<float> result) {
    result[global_id.x] *= factors[0].of_kinds[kinds[global_id.x]];
}

kernel void unrolls(buffer<const float> values, buffer<float> result) {
    float window[5];
    for (uint32_t i = 0; i < 5; ++i) window[i] = values[global_id.x + i];
    float sum = 0;
    for (uint32_t i = 0; i < 5; ++i) sum += window[i] * window[4 - i];
    result[global_id.x] = sum;
}

kernel void looks_up_constants(buffer<const uint32_t> indices, buffer<float> result) {
    const float table[8] {1, 4, 9, 16, 25, 36, 49, 64};
    result[global_id.x] = table[indices[global_id.x] & 7];
}

kernel void selects_by_condition(buffer<const float> a, buffer<const float> b, buffer<const uint32_t> choices,
                                 buffer<float> result) {
    result[global_id.x] = (choices[global_id.x] & 1) == 0 ? a[global_id.x] : b[global_id.x];
}

kernel void ends_early(buffer<const float4> values, buffer<float> result, param<int32_t> count) {
    float4 all[3] {values[global_id.x], values[global_id.x + 1], values[global_id.x + 2]};
    for (int32_t component = 0; component < 4; ++component) {
        if (component >= count) break;
        result[4 * global_id.x + component] = all[0][component] * all[1][component] + all[2][component];
    }
}
