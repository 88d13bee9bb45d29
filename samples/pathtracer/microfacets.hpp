// Rough surfaces as microscopic mirrors: the distribution of Trowbridge and Reitz, known as GGX (Walter et al. 2007,
// "Microfacet Models for Refraction through Rough Surfaces"), with Smith's masking function. See pbrt-v4, section 9.6.
// All directions are in the surface's frame and point away from the surface.
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"

namespace ingot::samples::pathtracer {

/// Returns the density D of microfacet normals at `half`, per solid angle and surface area.
inline float ggx_density(const float3& half, float alpha) {
    const float alpha2 = squared(alpha);
    // Compute 1 - cos² from x and y: near the normal the subtraction would lose all digits.
    const float sine2 = squared(half.x) + squared(half.y);
    const float t = squared(half.z) * alpha2 + sine2;
    return alpha2 / (pi * squared(t));
}

/// Returns Smith's Lambda for a direction: the masked microfacet area per visible microfacet area.
inline float ggx_lambda(const float3& direction, float alpha) {
    const float cosine2 = squared(direction.z);
    const float sine2 = squared(direction.x) + squared(direction.y);
    return 0.5f * (sqrt(1.0f + squared(alpha) * sine2 / cosine2) - 1.0f);
}

/// Returns the density, per solid angle, of the reflected direction that results from a facet sampled by
/// sample_ggx_normal(). `half` is the normal of that facet.
inline float ggx_reflection_density(const float3& out, const float3& half, float alpha) {
    return ggx_density(half, alpha) / (4.0f * out.z * (1.0f + ggx_lambda(out, alpha)));
}

/// Samples the normal of a facet from those that are visible from `out` (Dupuy and Benyoub 2023, "Sampling Visible GGX
/// Normals with Spherical Caps"; pbrt-v4, section 9.6.4, for the distribution).
inline float3 sample_ggx_normal(const float3& out, float alpha, float first, float second) {
    // Stretch the direction: this turns the surface into one with alpha = 1, whose microfacet normals are distributed like
    // those of a hemisphere.
    const float3 stretched = normalize(float3(out.x * alpha, out.y * alpha, out.z));
    // Sample a direction into which the hemisphere reflects the view direction. These directions form a spherical cap.
    const float angle = 2.0f * pi * first;
    const float z = (1.0f - second) * (1.0f + stretched.z) - stretched.z;
    const float sine = sqrt(saturate(1.0f - z * z));
    // The normal is parallel to the sum of the sampled and the view direction. Undo the stretch.
    const float3 cap = float3(sine * cos(angle), sine * sin(angle), z) + stretched;
    return normalize(float3(cap.x * alpha, cap.y * alpha, fmax(cap.z, 1.0e-6f)));
}

}  // namespace ingot::samples::pathtracer
