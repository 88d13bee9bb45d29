// Encodes and decodes motion in 32 bits. ingot_warp.glsl has the same functions for shaders (sections 4.1.1 and 4.1.2 and
// listing 19 of the thesis that docs/host-library.md names).
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::warp {

/// The longest component of a motion in camera space, in scene units. Longer components are clamped.
inline constexpr float max_motion = 64.0f;
/// log2(max_motion + 1).
inline constexpr float log2_max_motion = 6.0223678130284544f;

/// Encodes the length of one component as log2(length + 1), divided into steps so that step number `steps` means 64. This
/// number does not fit into the bits, so 64 is encoded as `steps` - 1, which is decoded as a slightly shorter length.
inline uint32_t encode_length(float component, uint32_t steps) {
    const float length = fmin(fabs(component), max_motion);  // NaN counts as the longest
    const auto step = static_cast<uint32_t>(log2(length + 1.0f) * (static_cast<float>(steps) / log2_max_motion) + 0.5f);
    return step < steps ? step : steps - 1;
}

/// Decodes a step of encode_length().
inline float decode_length(uint32_t step, uint32_t steps) {
    return exp2(static_cast<float>(step) * (log2_max_motion / static_cast<float>(steps))) - 1.0f;
}

/// Encodes a motion in camera space, in scene units: [3 bits: signs of x, y, z][10 bits: x][9 bits: y][10 bits: z].
inline uint32_t encode_motion_3d(const float3& motion) {
    const uint32_t signs = (motion.x < 0.0f ? 4u : 0u) | (motion.y < 0.0f ? 2u : 0u) | (motion.z < 0.0f ? 1u : 0u);
    return signs << 29u | encode_length(motion.x, 1024) << 19u | encode_length(motion.y, 512) << 10u |
           encode_length(motion.z, 1024);
}

inline float3 decode_motion_3d(uint32_t encoded) {
    const float x = decode_length(encoded >> 19u & 0x3ffu, 1024);
    const float y = decode_length(encoded >> 10u & 0x1ffu, 512);
    const float z = decode_length(encoded & 0x3ffu, 1024);
    return {(encoded & 0x80000000u) != 0 ? -x : x, (encoded & 0x40000000u) != 0 ? -y : y, (encoded & 0x20000000u) != 0 ? -z : z};
}

/// Encodes one coordinate, -1 to 1, as a signed number of 16 bits.
inline uint32_t encode_coordinate(float part) {
    const float clamped_part = fmax(fmin(part, 1.0f), -1.0f);
    return static_cast<uint32_t>(static_cast<int32_t>(floor(clamped_part * 32767.0f + 0.5f))) & 0xffffu;
}

/// Encodes a motion on the screen, in normalised device coordinates from -1 to 1: [16 bits: y][16 bits: x].
inline uint32_t encode_motion_2d(const float2& motion) {
    return encode_coordinate(motion.y) << 16u | encode_coordinate(motion.x);
}

/// Decodes a motion on the screen as a share of the screen's width and height: -0.5 to 0.5.
inline float2 decode_motion_2d(uint32_t encoded) {
    const auto part = [](uint32_t bits) { return static_cast<float>(static_cast<int16_t>(bits & 0xffffu)) * (0.5f / 32767.0f); };
    return {part(encoded), part(encoded >> 16u)};
}

}  // namespace ingot::warp
