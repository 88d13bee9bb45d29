// half-literal: a literal of Metal that makes arithmetic of halves float, and one that does not. See advice.kernels.cpp.
#include <metal_stdlib>

using namespace metal;

kernel void half_literal_before(device const half* values [[buffer(0)]], device half* results [[buffer(1)]],
                                uint i [[thread_position_in_grid]]) {
    half value = values[i];
    for (uint k = 0; k < 64; ++k) value = value * 0.9 + 0.1;  // remark: half-literal
    results[i] = value;
}

kernel void half_literal_after(device const half* values [[buffer(0)]], device half* results [[buffer(1)]],
                               uint i [[thread_position_in_grid]]) {
    half value = values[i];
    for (uint k = 0; k < 64; ++k) value = value * 0.9h + 0.1h;
    results[i] = value;
}
