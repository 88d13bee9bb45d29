// A camera for kernels that follow rays, and where a ray is in a box. Shared by kernels and hosts.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot {

/// A camera without matrices, and the size of its picture in pixels, whose rows are counted from the bottom.
struct ray_camera {
    float3 eye;
    float3 right;     ///< length 1
    float3 up;        ///< length 1
    float3 backward;  ///< from the scene to the eye, length 1
    float2 focal;     ///< pixels of a length of 1 at distance 1
    float2 centre;    ///< the pixel that the axis meets
    uint32_t width = 0;
    uint32_t height = 0;

    friend bool operator==(const ray_camera& a, const ray_camera& b) {
        return all(a.eye == b.eye) && all(a.right == b.right) && all(a.up == b.up) && all(a.backward == b.backward) &&
               all(a.focal == b.focal) && all(a.centre == b.centre) && a.width == b.width && a.height == b.height;
    }
};

/// The direction of the ray through a place on the screen. Its part along the axis of the camera is 1, so that a multiple of it
/// is a depth.
inline float3 ray_through(float x, float y, const ray_camera& camera) {
    return camera.right * ((x - camera.centre.x) / camera.focal.x) + camera.up * ((y - camera.centre.y) / camera.focal.y) -
           camera.backward;
}

/// Where a straight line is in a box.
struct box_part {
    float entry = 0.0f;  ///< multiple of the direction; negative if the line starts in the box or behind it
    float exit = 0.0f;   ///< is less than the entry if the line misses the box
    int entry_axis = 0;  ///< of the side at the entry: 0 for x, 1 for y, 2 for z
    int exit_axis = 0;
};

/// The box reaches from 0 to `size`.
inline box_part meet_box(const float3& from, const float3& direction, const float3& size) {
    box_part part {.entry = -1e30f, .exit = 1e30f};
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<uint32_t>(axis);
        const float along = direction[i];
        const float inverse = 1.0f / (abs(along) > 1e-9f ? along : (along < 0.0f ? -1e-9f : 1e-9f));
        const float low = -from[i] * inverse;
        const float high = (size[i] - from[i]) * inverse;
        if (min(low, high) > part.entry) part.entry = min(low, high), part.entry_axis = axis;
        if (max(low, high) < part.exit) part.exit = max(low, high), part.exit_axis = axis;
    }
    return part;
}

}  // namespace ingot
