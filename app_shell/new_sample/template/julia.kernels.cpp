// The picture of a Julia set. One work-item computes one pixel.
#include <ingot/kernel.hpp>

#include "julia_orbit.hpp"

using namespace ingot;

// A scale from night blue over white and orange and back (cosines after Quilez, "Palettes", 1999).
static float3 palette(float t) {
    const float turn = 6.2831853f;
    return {0.5f - 0.5f * cos(turn * (t - 0.12f)), 0.5f - 0.48f * cos(turn * (t - 0.06f)),
            0.52f - 0.46f * cos(turn * (t + 0.03f))};
}

// Points that escape are coloured by the time that they need, points of the set by how near their orbit came to 0.
static float3 colour_of(const julia_orbit& orbit) {
    if (!orbit.escapes) return float3 {0.02f, 0.05f, 0.12f} + float3 {0.25f, 0.6f, 0.9f} * orbit.nearest;
    const float time = max(orbit.time + 3.0f, 0.0f);
    return palette(0.14f * sqrt(time) - 0.1f) * clamp(0.25f * time - 0.25f, 0.1f, 1.0f);
}

// The mean of four points of each pixel.
kernel void paint(buffer<float4> pixels, param<julia_view> view) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= view.width || y >= view.height) return;
    float3 sum {};
    for (uint32_t i = 0; i < 4; ++i) {
        const float right = static_cast<float>(x) + (i % 2 == 0 ? -0.25f : 0.25f);
        const float up = static_cast<float>(y) + (i < 2 ? -0.25f : 0.25f);
        const float2 z {view.first.x + view.pixel * right, view.first.y + view.pixel * up};
        sum += colour_of(follow(z, view.constant, view.iterations));
    }
    pixels[y * view.width + x] = float4 {0.25f * sum.x, 0.25f * sum.y, 0.25f * sum.z, 1.0f};
}
