#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// y += factor * x, for `count` values.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    floats y;
    floats x;
    float factor;
    uint count;
} launch;
void main() {
    const uint i = GLOBAL.x;
    if (i < launch.count) launch.y[i].at += launch.factor * launch.x[i].at;
}
