#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Reverses the values of each group through local memory whose size the launch gives. A second such parameter counts the items.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers values;
    uint held;
    uint counted;
} launch;
shared uint memory[dynamic_words];
void main() {
    const uint local = gl_LocalInvocationID.x;
    if (local == 0) memory[launch.counted / 4] = 0;
    barrier();
    memory[launch.held / 4 + local] = launch.values[GLOBAL.x].at;
    atomicAdd(memory[launch.counted / 4], 1u);
    barrier();
    launch.values[GLOBAL.x].at = memory[launch.held / 4 + gl_WorkGroupSize.x - 1 - local] + memory[launch.counted / 4];
}
