// How smoke is shown: the camera, light and sizes. Shared by the kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "../fluid/pigments.hpp"

namespace ingot::samples::smoke {

using fluid::decay;
using fluid::rgb;

/// A camera without matrices. The box with the smoke has its lower left near corner at 0. Smoke changes little from pixel to
/// pixel, so it is computed in texels, squares of several pixels; obstacles and the floor in pixels.
struct smoke_camera {
    float3 eye;       ///< metres
    float3 right;     ///< length 1
    float3 up;        ///< length 1
    float3 backward;  ///< from the scene to the eye, length 1
    float2 focal;     ///< pixels of a length of 1 at distance 1
    float2 centre;    ///< the pixel that the axis meets
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t texel = 1;    ///< pixels in each direction
    uint32_t columns = 0;  ///< of texels
    uint32_t rows = 0;     ///< of texels
    float3 box;            ///< its size in metres
    uint32_t has_obstacles = 0;
    uint32_t first_x = 0;  ///< the part of the picture in which the box is, in pixels
    uint32_t first_y = 0;
    uint32_t end_x = 0;
    uint32_t end_y = 0;

    friend bool operator==(const smoke_camera& a, const smoke_camera& b) {
        const auto same = [](const auto& x, const auto& y) { return all(x == y); };
        return same(a.eye, b.eye) && same(a.right, b.right) && same(a.up, b.up) && same(a.backward, b.backward) &&
               same(a.focal, b.focal) && same(a.centre, b.centre) && same(a.box, b.box) && a.width == b.width &&
               a.height == b.height && a.texel == b.texel && a.has_obstacles == b.has_obstacles;
    }
};

/// The depth of a ray that meets nothing.
inline constexpr float far_away = 1e6f;

/// The direction of the ray through a place on the screen. Its part along the axis of the camera is 1, so that a multiple of it
/// is a depth.
inline float3 ray_through(float x, float y, const smoke_camera& camera) {
    return camera.right * ((x - camera.centre.x) / camera.focal.x) + camera.up * ((y - camera.centre.y) / camera.focal.y) -
           camera.backward;
}

/// The part of a ray that is in the box, as multiples of its direction. The ray misses the box if `exit` is not larger.
struct box_part {
    float entry = 0.0f;
    float exit = 0.0f;
};

inline box_part meet_box(const float3& from, const float3& direction, const float3& box) {
    const auto inverse = [](float x) { return 1.0f / (abs(x) > 1e-9f ? x : 1e-9f); };
    const float3 scale {inverse(direction.x), inverse(direction.y), inverse(direction.z)};
    const float3 low = (float3(0.0f) - from) * scale;
    const float3 high = (box - from) * scale;
    const float3 first = min(low, high);
    const float3 last = max(low, high);
    return {max(max(max(first.x, first.y), first.z), 0.0f), min(min(last.x, last.y), last.z)};
}

/// Light and matter of the picture.
struct smoke_light {
    fluid::ink_palette palette {};
    float4 sun {};            ///< colour of the sun's light
    float4 sky {};            ///< colour of the light from everywhere
    float4 backdrop_low {};   ///< colour behind the box at the horizon
    float4 backdrop_high {};  ///< the same far above it
    float4 floor {};          ///< share of the light that the floor reflects
    float3 to_sun {};         ///< length 1
    float density = 1.0f;     ///< how dense smoke of concentration 1 is
    float forward = 0.0f;     ///< mean cosine of the angle by which smoke scatters light
    float shadow = 1.0f;      ///< how strongly smoke shadows itself
    float glow = 0.0f;        ///< how strongly hot fluid shines
    float unused = 0.0f;
};

/// The map of the light on the floor. It also covers the surroundings of the box.
struct floor_map {
    uint32_t columns = 0;
    uint32_t rows = 0;
    float cell = 1.0f;    ///< metres
    float margin = 1.0f;  ///< metres from the box to the map's edge
};

}  // namespace ingot::samples::smoke
