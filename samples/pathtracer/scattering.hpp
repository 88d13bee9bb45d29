// How a point of a surface scatters light. Directions are in the surface's frame and point away from it; z is the normal's side.
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "fresnel.hpp"
#include "microfacets.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// A material at one point: textures are looked up.
struct scatterer {
    surface_kind kind = surface_kind::diffuse;
    float3 colour {};    ///< of the diffuse part; of a dielectric, what it lets through
    float3 straight {};  ///< metal_rough: reflectance from straight above
    float3 eta {};
    float3 k {};
    float alpha = 1.0f;           ///< GGX's roughness; 0: a perfect mirror
    float ratio = 1.0f;           ///< dielectric: index of refraction on this side over that on the other
    float specular_share = 0.0f;  ///< metal_rough: probability that a direction is drawn from the coat
    float3 coat {};               ///< metal_rough: the coat's part of `straight`, which the diffuse part does not get
};

/// Mirrors and clear glass scatter into single directions: light is not looked for, it must be hit.
inline bool is_specular(const scatterer& at) {
    return at.kind == surface_kind::dielectric || (at.kind == surface_kind::conductor && at.alpha == 0.0f);
}

/// What goes from direction `in` to direction `out`.
struct scattered {
    float3 value {};       ///< BSDF times the cosine of `in`
    float density = 0.0f;  ///< of draw() for `in`, by solid angle
};

/// A direction drawn for where the path goes on.
struct drawn_direction {
    float3 direction {};
    float3 weight {};      ///< BSDF times cosine over density
    float density = 0.0f;  ///< 0: no direction
    bool specular = false;
    bool passed = false;  ///< to the other side
};

inline float3 reflectance(const scatterer& at, float cosine) {
    return at.kind == surface_kind::conductor ? conductor_reflectance(cosine, at.eta, at.k)
                                              : schlick_reflectance(cosine, at.straight);
}

/// What a surface reflects besides its diffuse part.
inline float3 reflectance_of_coat(const scatterer& at, float cosine) {
    return at.kind == surface_kind::diffuse ? float3(0.0f) : reflectance(at, cosine);
}

/// Both parts of a surface that reflects: microfacets with `specular_share`, and below them a diffuse base with the rest.
inline scattered evaluate(const scatterer& at, const float3& out, const float3& in) {
    if (out.z <= 0.0f || in.z <= 0.0f) return {};
    const float diffuse_density = in.z / pi;
    if (at.kind == surface_kind::diffuse) return {at.colour * diffuse_density, diffuse_density};
    if (is_specular(at)) return {};
    const float3 half = normalize(out + in);
    const float cosine = fmax(dot(out, half), 0.0f);
    const float lambda_out = ggx_lambda(out, at.alpha);
    const float facets = ggx_density(half, at.alpha) / (4.0f * out.z);
    const float shown = 1.0f / (1.0f + lambda_out + ggx_lambda(in, at.alpha));
    scattered result {reflectance(at, cosine) * (facets * shown), at.specular_share * facets / (1.0f + lambda_out)};
    if (at.kind == surface_kind::metal_rough) {
        const float3 below = float3(1.0f) - schlick_reflectance(cosine, at.coat);
        result.value += at.colour * below * diffuse_density;
        result.density += (1.0f - at.specular_share) * diffuse_density;
    }
    return result;
}

inline drawn_direction draw_through_glass(const scatterer& at, const float3& out, float choose) {
    const float reflected = dielectric_reflectance(out.z, at.ratio);
    if (choose < reflected) return {float3(-out.x, -out.y, out.z), float3(1.0f), reflected, true, false};
    const float sine2 = squared(at.ratio) * fmax(0.0f, 1.0f - squared(out.z));
    const float3 into {-out.x * at.ratio, -out.y * at.ratio, -sqrt(fmax(0.0f, 1.0f - sine2))};
    // Radiance is squeezed into a smaller solid angle on the way in, and back on the way out: over a path that ends where it
    // began both cancel, so that neither is counted (Veach 1997, section 5.2).
    return {normalize(into), at.colour, 1.0f - reflected, true, true};
}

/// Draws where the path goes on; `random` are four uniform numbers.
inline drawn_direction draw(const scatterer& at, const float3& out, const float4& random) {
    if (out.z <= 0.0f) return {};
    if (at.kind == surface_kind::dielectric) return draw_through_glass(at, out, random.z);
    if (at.kind == surface_kind::conductor && at.alpha == 0.0f)
        return {float3(-out.x, -out.y, out.z), reflectance(at, out.z), 1.0f, true, false};
    float3 in;
    if (at.kind != surface_kind::diffuse && random.z < at.specular_share)
        in = reflect(-out, ggx_half(out, at.alpha, random.x, random.y));
    else
        in = cosine_direction(random.x, random.y);
    const scattered light = evaluate(at, out, in);
    if (!(light.density > 0.0f)) return {};
    return {in, light.value / light.density, light.density, false, false};
}

}  // namespace ingot::samples::pathtracer
