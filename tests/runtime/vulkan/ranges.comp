#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Counts the visits of each group, and stores what the launch says of itself.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers visits;
    numbers launched;
} launch;
void main() {
    const uvec3 group = GROUP;
    atomicAdd(launch.visits[(group.z * launch.group_count.y + group.y) * launch.group_count.x + group.x].at, 1u);
    if (GLOBAL != uvec3(0)) return;
    for (uint i = 0; i < 3; ++i) launch.launched[i].at = launch.group_count[i];
    launch.launched[3].at = launch.work_dimensions;
}
