// The camera and the light of the picture, for kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::particles {

/// A camera without matrices: the eye, its three axes, and what a pixel is on a plane at distance 1.
struct surface_camera {
    float3 eye;
    float3 right;
    float3 up;
    float3 backward;  ///< from the scene to the eye
    float2 focal;     ///< pixels of a length of 1 at distance 1
    float2 centre;    ///< the pixel that the axis meets
    uint32_t width = 0;
    uint32_t height = 0;
    float radius = 0.0f;  ///< of the spheres that particles are drawn as
    float basin_width = 0.0f;
    float basin_depth = 0.0f;
    float basin_height = 0.0f;
    float smoothing = 0.0f;  ///< metres over which the surface is smoothed
};

}  // namespace ingot::samples::particles
