// From a pixel and its depth to a place in camera space, and back. Camera space is OpenGL's: x right, y up, the view along -z.
#pragma once

#include <cstdint>
#include <ingot/language/image.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "warp_settings.hpp"

namespace ingot::warp {

/// How far a depth is in front of the camera, along the view.
inline float distance_of(float depth, const warp_settings& with) {
    if (with.depth_is_distance != 0) return depth;
    return 1.0f / fmax(with.inverse_offset + with.inverse_scale * depth, with.least_inverse);
}

inline float3 reconstruct(float x, float y, float distance, const warp_settings& with) {
    return {((x + 0.5f) * 2.0f / static_cast<float>(with.width) - 1.0f) * with.right * distance,
            ((y + 0.5f) * 2.0f / static_cast<float>(with.height) - 1.0f) * with.up * distance, -distance};
}

/// In pixels: a pixel's middle is at .5.
inline float2 project(const float3& position, const warp_settings& with) {
    const float inverse = 1.0f / -position.z;
    return {(position.x * inverse / with.right * 0.5f + 0.5f) * static_cast<float>(with.width),
            (position.y * inverse / with.up * 0.5f + 0.5f) * static_cast<float>(with.height)};
}

}  // namespace ingot::warp
