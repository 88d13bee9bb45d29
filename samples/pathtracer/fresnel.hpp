// The share of light that a smooth surface reflects: the Fresnel equations and Schlick's approximation (pbrt-v4,
// section 9.3).
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"

namespace ingot::samples::pathtracer {

/// Returns the reflectance of a boundary between two clear media for unpolarised light. `cosine` is the cosine of the angle
/// between the incident direction and the normal; `ratio` is the index of refraction on the incident side divided by that on
/// the other side. Returns 1 under total internal reflection.
inline float dielectric_reflectance(float cosine, float ratio) {
    const float sine_squared = squared(ratio) * (1.0f - squared(cosine));
    if (sine_squared >= 1.0f) return 1.0f;
    const float refracted = sqrt(1.0f - sine_squared);
    const float parallel = (cosine - ratio * refracted) / (cosine + ratio * refracted);
    const float perpendicular = (ratio * cosine - refracted) / (ratio * cosine + refracted);
    return 0.5f * (squared(parallel) + squared(perpendicular));
}

/// Returns the reflectance of a metal with the complex index of refraction eta + i k in air, for unpolarised light
/// (Born and Wolf, Principles of Optics, section 14.2).
inline float conductor_reflectance(float cosine, float eta, float k) {
    const float cosine2 = squared(cosine);
    const float sine2 = 1.0f - cosine2;
    const float t = squared(eta) - squared(k) - sine2;
    const float root = sqrt(fmax(0.0f, squared(t) + 4.0f * squared(eta) * squared(k)));
    const float a = sqrt(fmax(0.0f, 0.5f * (root + t)));
    const float perpendicular = (root + cosine2 - 2.0f * a * cosine) / (root + cosine2 + 2.0f * a * cosine);
    const float sum = cosine2 * root + squared(sine2);
    const float product = 2.0f * a * cosine * sine2;
    return 0.5f * (perpendicular + perpendicular * (sum - product) / (sum + product));
}
inline float3 conductor_reflectance(float cosine, const float3& eta, const float3& k) {
    return {conductor_reflectance(cosine, eta.x, k.x), conductor_reflectance(cosine, eta.y, k.y),
            conductor_reflectance(cosine, eta.z, k.z)};
}

/// Returns Schlick's approximation of the reflectance of a surface that reflects `straight` at normal incidence
/// (Schlick 1994).
inline float3 schlick_reflectance(float cosine, const float3& straight) {
    const float rest = saturate(1.0f - cosine);
    const float rest5 = squared(squared(rest)) * rest;
    return straight + (float3(1.0f) - straight) * rest5;
}

}  // namespace ingot::samples::pathtracer
