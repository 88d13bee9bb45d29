// Converts a pixel and its depth to a position in camera space, and back. Camera space is OpenGL's: x points right, y
// up, and the camera looks along -z.
#pragma once

#include <cstdint>
#include <ingot/language/image.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "warp_settings.hpp"

namespace ingot::warp {

/// Converts a depth to the distance from the camera along the view direction, in scene units.
inline float distance_from_depth(float depth, const warp_settings& settings) {
    if (settings.depth_is_distance != 0) return depth;
    return 1.0f / fmax(settings.inverse_distance_offset + settings.inverse_distance_scale * depth, settings.min_inverse_distance);
}

/// Returns the position in camera space of a pixel, given by its column and row, at a distance.
inline float3 unproject(float x, float y, float distance, const warp_settings& settings) {
    return {((x + 0.5f) * 2.0f / static_cast<float>(settings.width) - 1.0f) * settings.half_view_width * distance,
            ((y + 0.5f) * 2.0f / static_cast<float>(settings.height) - 1.0f) * settings.half_view_height * distance, -distance};
}

/// Projects a position onto the screen, in pixels; the centre of pixel 0 is at 0.5.
inline float2 project(const float3& position, const warp_settings& settings) {
    const float inverse = 1.0f / -position.z;
    return {(position.x * inverse / settings.half_view_width * 0.5f + 0.5f) * static_cast<float>(settings.width),
            (position.y * inverse / settings.half_view_height * 0.5f + 0.5f) * static_cast<float>(settings.height)};
}

}  // namespace ingot::warp
