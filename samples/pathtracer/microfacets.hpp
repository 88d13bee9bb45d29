// Rough surfaces as little mirrors with the distribution of Trowbridge and Reitz, known as GGX (Walter et al. 2007, "Microfacet
// Models for Refraction through Rough Surfaces"), and masking after Smith. All directions are in the surface's frame and point
// away from it.
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"

namespace ingot::samples::pathtracer {

/// Microfacets that are turned to `half`, for each unit of solid angle and area.
inline float ggx_density(const float3& half, float alpha) {
    const float alpha2 = squared(alpha);
    // 1 - cos² from the sines: near the normal the difference would keep no digits.
    const float sine2 = squared(half.x) + squared(half.y);
    const float t = squared(half.z) * alpha2 + sine2;
    return alpha2 / (pi * squared(t));
}

/// Smith's Lambda: masked area over seen area.
inline float ggx_lambda(const float3& direction, float alpha) {
    const float cosine2 = squared(direction.z);
    const float sine2 = squared(direction.x) + squared(direction.y);
    return 0.5f * (sqrt(1.0f + squared(alpha) * sine2 / cosine2) - 1.0f);
}

/// The density of directions that light from `out` is reflected to by facets drawn with ggx_half().
inline float ggx_reflection_density(const float3& out, const float3& half, float alpha) {
    return ggx_density(half, alpha) / (4.0f * out.z * (1.0f + ggx_lambda(out, alpha)));
}

/// A facet drawn from those that are seen from `out` (Dupuy and Benyoub 2023, "Sampling Visible GGX Normals with Spherical
/// Caps").
inline float3 ggx_half(const float3& out, float alpha, float first, float second) {
    const float3 stretched = normalize(float3(out.x * alpha, out.y * alpha, out.z));
    const float angle = 2.0f * pi * first;
    const float z = (1.0f - second) * (1.0f + stretched.z) - stretched.z;
    const float sine = sqrt(saturated(1.0f - z * z));
    const float3 cap = float3(sine * cos(angle), sine * sin(angle), z) + stretched;
    return normalize(float3(cap.x * alpha, cap.y * alpha, fmax(cap.z, 1.0e-6f)));
}

}  // namespace ingot::samples::pathtracer
