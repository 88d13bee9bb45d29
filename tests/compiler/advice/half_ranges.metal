// Rule half-range (TALK-18), for what Clang gives no warning about.
#include <metal_stdlib>

using namespace metal;

kernel void scales(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * half(65536.0);  // remark: half-range
    half factor = 70000.0;                  // remark: half-range
    values[i + 1] *= factor;
}

// Infinity that is meant, a number that is rounded to the largest one, and arithmetic of floats.
kernel void fills(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    values[i] = INFINITY;
}

kernel void scales_by_most(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    half factor = 65510.0;
    values[i] = values[i] * factor;
}

kernel void scales_in_float(device half* values [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    float factor = 70000.0;
    values[i] = half(values[i] / factor);
}
