// Rule half-literal (TALK-21).
#include <metal_stdlib>

using namespace metal;

kernel void scales(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * 0.1;  // remark: half-literal [fix]
}

kernel void scales_by_float(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * 0.1f - 0.3;  // remark: half-literal [fix]
}

// A literal of half, one that is the same in half, and arithmetic of floats.
kernel void scales_in_half(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * 0.1h;
}

kernel void halves(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * 0.5;
}

kernel void rounds(device const float* values [[buffer(0)]], device half* rounded [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
    rounded[i] = half(values[i] * 0.1);
}

kernel void scales_in_float(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = half(float(values[i]) * 0.1);
}
