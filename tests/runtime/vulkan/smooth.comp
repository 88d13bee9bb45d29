#version 460
#extension GL_GOOGLE_include_directive : require
#include "launch_block.glsl"
// Reads an image between four pixels with a linear sampler, and writes the means and the format's number to another one.
layout(push_constant, scalar) uniform block {
    LAUNCH_BLOCK
    uint from_format;
    uint to_format;
    numbers formats;
} launch;
layout(set = 0, binding = 0) uniform texture2D from_image;
layout(set = 0, binding = 1) writeonly uniform image2D to_image;
layout(set = 0, binding = 2) uniform sampler linear_edge;
void main() {
    const vec2 place = vec2(GLOBAL.xy + 1) / vec2(textureSize(sampler2D(from_image, linear_edge), 0));
    imageStore(to_image, ivec2(GLOBAL.xy), textureLod(sampler2D(from_image, linear_edge), place, 0.0));
    if (GLOBAL.xy != uvec2(0)) return;
    launch.formats[0].at = launch.from_format;
    launch.formats[1].at = launch.to_format;
}
