#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Arguments by address: stores 30 values times the launch's factor.
layout(buffer_reference, scalar, buffer_reference_align = 8) readonly buffer many_arguments {
    numbers stored;
    uint values[30];
    uint factor;
};
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    many_arguments arguments;
} launch;
void main() {
    const uint i = GLOBAL.x;
    if (i < 30) launch.arguments.stored[i].at = launch.arguments.values[i] * launch.arguments.factor;
}
