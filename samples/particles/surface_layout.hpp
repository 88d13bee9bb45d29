// What the kernels of the picture and the host share: the camera, the sizes, and the edges of the basin.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/ray_camera.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::particles {

/// The camera, and what it sees. The surface is computed in texels, squares of several pixels if particles are large on the
/// screen.
struct surface_camera : ray_camera {
    uint32_t texel = 1;       ///< pixels in each direction
    uint32_t columns = 0;     ///< of texels
    uint32_t rows = 0;        ///< of texels
    uint32_t particles = 0;   ///< number of particles
    float spacing = 0.0f;     ///< of particles at rest
    float smoothing = 0.0f;   ///< metres over which the surface is smoothed
    float3 basin {};          ///< width, height and depth
    float floor_cell = 0.0f;  ///< side of the squares in which light on the floor is computed
    uint32_t floor_columns = 0;
    uint32_t floor_layers = 0;
};

/// The colours that the sample's parameters choose.
struct surface_look {
    float3 absorption;       ///< of red, green and blue in a metre of water
    float3 scattered;        ///< light that deep water sends back
    float turbidity = 0.0f;  ///< share of the light that is scattered in a metre
    float foam = 1.0f;       ///< how white foam is
};

/// An edge of the basin on the screen.
struct basin_edge {
    float2 from;
    float2 to;
    float inverse_from = 0.0f;  ///< 1 / depth, which is linear on the screen
    float inverse_to = 0.0f;
    float half_width = 1.0f;  ///< pixels
    float strength = 1.0f;
};

/// A vector with this value along an axis: 0 for x, 1 for y, 2 for z. GPUs have no registers that can be indexed, so it is chosen
/// by conditions.
inline float3 along_axis(int axis, float value) {
    return {axis == 0 ? value : 0.0f, axis == 1 ? value : 0.0f, axis == 2 ? value : 0.0f};
}

/// The direction from a pane towards the eye of a ray that meets it.
inline float3 pane_at(int axis, const float3& ray) {
    const float along = axis == 0 ? ray.x : axis == 1 ? ray.y : ray.z;
    return along_axis(axis, along > 0.0f ? -1.0f : 1.0f);
}

/// The density below which a particle is a drop of spray instead of a part of the surface. A particle alone has 0.48.
constexpr float drop_density = 0.7f;

/// The radius of a drop.
inline float drop_radius(float density, const surface_camera& camera) {
    return camera.spacing * (0.2f + 1.1f * clamp(density - 0.48f, 0.0f, 0.22f));
}

constexpr uint32_t no_depth = 0xffffffffU;

}  // namespace ingot::samples::particles
