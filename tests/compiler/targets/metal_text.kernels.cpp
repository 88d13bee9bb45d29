// MSL is text that a person can read.
// RUN: %ingotc %s -o %t.ingot --targets msl --emit-asm
// RUN: %check --input-file=%t.metal
#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void smooth(buffer<const float4> positions, buffer<float4> smoothed, param<float> weight, param<uint32_t> count) {
    local_buffer<float4, 64> tile;
    const uint32_t item = local_id.x;
    tile[item] = positions[global_id.x];
    local_barrier();
    float4 sum;
    for (uint32_t other = 0; other < count; ++other) {
        if (tile[other].w < 0.0f) break;
        sum += weight * tile[other];
    }
    smoothed[global_id.x] = sum;
}

kernel void choose(buffer<const int32_t> kinds, buffer<float> values, buffer<uint32_t> counter) {
    const uint32_t i = global_id.x;
    float value = values[i];
    switch (kinds[i]) {
        case 0:
            value = std::sin(value);
            break;
        case 3:
        case 4:
            value = std::sqrt(value);
            break;
        case 7:
            atomic_inc(&counter[0]);
            break;
        default:
            value = 0.5f * value;
            break;
    }
    values[i] = value;
}
