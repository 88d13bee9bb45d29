#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference_uvec2 : require
#include "launch_block.glsl"
// Arguments in a uniform buffer: stores 30 values times the launch's factor.
layout(set = 0, binding = 0) uniform many_arguments { uvec4 words[9]; } arguments;
layout(push_constant, scalar) uniform block { LAUNCH_BLOCK } launch;
uint word_at(uint index) { return arguments.words[index / 4][index % 4]; }
void main() {
    const uint i = GLOBAL.x;
    numbers stored = numbers(uvec2(word_at(0), word_at(1)));
    if (i < 30) stored[i].at = word_at(2 + i) * word_at(32);
}
