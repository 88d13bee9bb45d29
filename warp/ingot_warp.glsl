// Encodes motion in 32 bits for ingot_warp.h. Insert this text into a shader after its #version line (GLSL 1.30 or
// later, or GLSL ES 3.00).
//
//   ingot_warp_encode_motion_3d: the motion of a point in one frame, in camera space and scene units, at most 64 in
//       each direction: position_then - position_now, where each position is the product of the view matrix of its time
//       and the point. "now" is the frame that the shader draws; "then" is the next frame, or the previous frame for a
//       texture of backward motion.
//   ingot_warp_encode_motion_2d: the same motion on the screen, in normalised device coordinates, at most 1, which is
//       half of the screen: clip_then.xy / clip_then.w - clip_now.xy / clip_now.w
//
// Write the result to a fragment output of type `uint` whose texture has the format GL_R32UI.

uint ingot_warp_encode_length(float component, uint steps) {
    float level = log2(min(abs(component), 64.0) + 1.0) * (float(steps) / 6.0223678130284544) + 0.5;
    return min(uint(level), steps - 1u);
}

float ingot_warp_decode_length(uint level, uint steps) {
    return exp2(float(level) * (6.0223678130284544 / float(steps))) - 1.0;
}

// [3 bits: signs of x, y, z][10 bits: x][9 bits: y][10 bits: z], each length as the base-2 logarithm of 1 + length.
uint ingot_warp_encode_motion_3d(vec3 motion) {
    uint signs = (motion.x < 0.0 ? 4u : 0u) | (motion.y < 0.0 ? 2u : 0u) | (motion.z < 0.0 ? 1u : 0u);
    return (signs << 29u) | (ingot_warp_encode_length(motion.x, 1024u) << 19u) |
           (ingot_warp_encode_length(motion.y, 512u) << 10u) | ingot_warp_encode_length(motion.z, 1024u);
}

vec3 ingot_warp_decode_motion_3d(uint encoded) {
    vec3 lengths = vec3(ingot_warp_decode_length((encoded >> 19u) & 1023u, 1024u),
                        ingot_warp_decode_length((encoded >> 10u) & 511u, 512u),
                        ingot_warp_decode_length(encoded & 1023u, 1024u));
    return vec3((encoded & 0x80000000u) != 0u ? -lengths.x : lengths.x,
                (encoded & 0x40000000u) != 0u ? -lengths.y : lengths.y,
                (encoded & 0x20000000u) != 0u ? -lengths.z : lengths.z);
}

uint ingot_warp_encode_part(float part) {
    return uint(int(floor(clamp(part, -1.0, 1.0) * 32767.0 + 0.5))) & 65535u;
}

// [16 bits: y][16 bits: x], both signed.
uint ingot_warp_encode_motion_2d(vec2 motion) {
    return (ingot_warp_encode_part(motion.y) << 16u) | ingot_warp_encode_part(motion.x);
}

vec2 ingot_warp_decode_motion_2d(uint encoded) {
    ivec2 parts = ivec2(int(encoded << 16u) >> 16, int(encoded) >> 16);
    return vec2(parts) / 32767.0;
}
