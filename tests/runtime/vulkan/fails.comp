#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// The work-item 5 fails, in the form of archive::failure_record.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers values;
    numbers failures;
} launch;
void main() {
    const uint i = GLOBAL.x;
    launch.values[i].at = i;
    if (i != 5 || atomicCompSwap(launch.failures[0].at, 0u, 1u) != 0) return;
    launch.failures[1].at = i;
    launch.failures[2].at = 0;
    launch.failures[3].at = 0;
    launch.failures[4].at = 0x0a62616cu;  // "lab\n"
    launch.failures[5].at = 0x0000796bu;  // "ky"
}
