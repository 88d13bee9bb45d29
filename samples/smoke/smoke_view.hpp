// How smoke is shown: the camera, light and sizes. Shared by the kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/ray_camera.hpp>
#include <ingot/language/vector.hpp>

#include "../fluid/pigments.hpp"

namespace ingot::samples::smoke {

using fluid::decay;
using fluid::rgb;

/// The camera, and the box with the smoke, which has its lower left near corner at 0. All lengths are in metres. Smoke changes
/// little from pixel to pixel, so it is computed in texels, squares of several pixels; obstacles and the floor in pixels.
struct smoke_camera : ray_camera {
    uint32_t texel = 1;    ///< pixels in each direction
    uint32_t columns = 0;  ///< of texels
    uint32_t rows = 0;     ///< of texels
    float3 box {};         ///< its size
    uint32_t has_obstacles = 0;
    uint32_t first_x = 0;  ///< the part of the picture in which the box is, in pixels
    uint32_t first_y = 0;
    uint32_t end_x = 0;
    uint32_t end_y = 0;

    friend bool operator==(const smoke_camera& a, const smoke_camera& b) {
        const ray_camera& rays = a;
        return rays == b && all(a.box == b.box) && a.texel == b.texel && a.has_obstacles == b.has_obstacles;
    }
};

/// The depth of a ray that meets nothing.
inline constexpr float far_away = 1e6f;

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
