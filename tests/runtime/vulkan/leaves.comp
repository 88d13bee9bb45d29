#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Each work-item leaves the loop in another repetition, and stores what it computed there. The first `break` is never reached:
// lavapipe needs it (docs/vulkan.md).
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers values;
    numbers table;
} launch;
void main() {
    const uint i = GLOBAL.x;
    uint place = 0;
    uint found;
    for (;;) {
        if (is_lavapipe != 0 && launch.zero == 1) {
            found = 0;
            break;
        }
        found = launch.table[place].at * 3u;
        if (found >= 3u * i) break;
        ++place;
    }
    launch.values[i].at = found;
}
