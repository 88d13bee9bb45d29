#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Counts in the word of fences (archive::vulkan_argument_kind::fence_word).
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    numbers counts;
    numbers fence_word;
} launch;
void main() {
    launch.counts[GLOBAL.x].at = atomicAdd(launch.fence_word[0].at, 1u);
}
