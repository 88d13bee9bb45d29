#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Prints "item 3 has -7 and 1.50%" in the form of archive::vulkan_print_header.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers print;
} launch;
void main() {
    const uint at = atomicAdd(launch.print[1].at, 8u);
    if (at + 8 > launch.print[0].at) return;
    const uint record[8] = uint[](8u, 0u, 3u, 0u, uint(-7), 0xffffffffu, 0u, 0x3ff80000u);
    for (uint i = 0; i < 8; ++i) launch.print[2 + at + i].at = record[i];
}
