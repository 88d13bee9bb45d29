// Rule fall-through (TALK-35).
#include <ingot/kernel.hpp>

using namespace ingot;

static float series(float x, float first) {
    float sum = first;
#pragma unroll
    for (int i = 1; i < 64; ++i) sum = sum * (x - first) + static_cast<float>(i) / 256.0f;
    return sum;
}

kernel void continues(buffer<float> values, buffer<const uint32_t> kinds) {
    float value = values[global_id.x];
    switch (kinds[global_id.x]) {  // remark: fall-through
        case 0:
            value = series(value, 0.25f);
            [[fallthrough]];
        case 1:
            value = series(value, 0.5f);
            break;
        case 2:
            value = 1.0f / value;
            break;
        default:
            value = -value;
    }
    values[global_id.x] = value;
}

// Cases that end, several labels of one case, a small case, the same case in all work-items, and a case that all run.
kernel void ends(buffer<float> values, buffer<const uint32_t> kinds) {
    float value = values[global_id.x];
    switch (kinds[global_id.x]) {
        case 0:
            value = series(value, 0.25f);
            break;
        case 1:
        case 2:
            value = series(value, 0.5f);
            break;
        case 3:
            value = 1.0f / value;
            break;
        default:
            value = -value;
    }
    values[global_id.x] = value;
}

kernel void continues_shortly(buffer<float> values, buffer<const uint32_t> kinds) {
    float value = values[global_id.x];
    switch (kinds[global_id.x]) {
        case 0:
            value = series(value, 0.25f);
            [[fallthrough]];
        case 1:
            value += 1.0f;
            break;
        case 2:
            value = 1.0f / value;
            break;
        default:
            value = -value;
    }
    values[global_id.x] = value;
}

kernel void continues_together(buffer<float> values, param<uint32_t> kind) {
    float value = values[global_id.x];
    switch (kind) {
        case 0:
            value = series(value, 0.25f);
            [[fallthrough]];
        case 1:
            value = series(value, 0.5f);
            break;
        case 2:
            value = 1.0f / value;
            break;
        default:
            value = -value;
    }
    values[global_id.x] = value;
}

kernel void continues_in_all(buffer<float> values, buffer<const uint32_t> kinds) {
    float value = values[global_id.x];
    switch (kinds[global_id.x]) {
        case 0:
            value += 1.0f;
            [[fallthrough]];
        case 1:
            value *= 2.0f;
            [[fallthrough]];
        default:
            value = series(value, 0.5f);
    }
    values[global_id.x] = value;
}
