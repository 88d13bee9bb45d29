// The BSDFs of the materials: how a point of a surface scatters light, and the sampling of scattered directions. All
// directions point away from the surface and are in its frame, whose z axis is the normal on the viewer's side.
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "fresnel.hpp"
#include "microfacets.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// A material at one point, after its textures are evaluated. `kind` is one of four kinds; each of them uses only some of the
/// other members.
struct bsdf {
    surface_kind kind = surface_kind::diffuse;
    float3 colour {};              ///< albedo of the diffuse part; of a dielectric, the transmitted colour
    float3 normal_reflectance {};  ///< metal_rough: reflectance at normal incidence
    float3 eta {};
    float3 k {};
    float alpha = 1.0f;                 ///< roughness of GGX; 0: a perfect mirror
    float index_ratio = 1.0f;           ///< dielectric: index of refraction on this side over that on the other side
    float specular_probability = 0.0f;  ///< probability that sample_bsdf() samples the microfacets rather than the diffuse part
    /// metal_rough: reflectance of the dielectric coat at normal incidence; the light that the coat reflects does not reach
    /// the diffuse base
    float3 coat_reflectance {};
};

/// Returns whether the surface scatters into single directions (a mirror or clear glass). Light sampling never chooses
/// such a direction, so light is found only where a ray hits it.
inline bool is_specular(const bsdf& bsdf) {
    return bsdf.kind == surface_kind::dielectric || (bsdf.kind == surface_kind::conductor && bsdf.alpha == 0.0f);
}

/// The result of evaluate_bsdf(): the light that goes from direction `in` to direction `out`.
struct bsdf_value {
    float3 value {};       ///< BSDF times the cosine of `in`
    float density = 0.0f;  ///< with which sample_bsdf() samples `in`, per solid angle
};

/// The result of sample_bsdf(): the direction in which the path continues.
struct bsdf_sample {
    float3 direction {};
    float3 weight {};      ///< BSDF · cosine / density
    float density = 0.0f;  ///< per solid angle, or a probability if specular; 0: the path ends
    bool is_specular = false;
    bool is_transmission = false;  ///< the direction is on the other side of the surface: refraction
};

/// Returns the reflectance of a mirror or of the microfacets; `cosine` is the cosine of the angle between the direction and the
/// normal of the mirror or facet.
inline float3 reflectance(const bsdf& bsdf, float cosine) {
    return bsdf.kind == surface_kind::conductor ? conductor_reflectance(cosine, bsdf.eta, bsdf.k)
                                                : schlick_reflectance(cosine, bsdf.normal_reflectance);
}

/// Returns the reflectance of the part that is not diffuse.
inline float3 specular_reflectance(const bsdf& bsdf, float cosine) {
    return bsdf.kind == surface_kind::diffuse ? float3(0.0f) : reflectance(bsdf, cosine);
}

/// Evaluates the BSDF times the cosine of `in`, and the density with which sample_bsdf() samples `in`. A metal_rough surface
/// has two parts: microfacets, sampled with probability `specular_probability`, and a diffuse base below them. A rough
/// conductor has microfacets only.
inline bsdf_value evaluate_bsdf(const bsdf& bsdf, const float3& out, const float3& in) {
    if (out.z <= 0.0f || in.z <= 0.0f) return {};
    const float diffuse_density = in.z / pi;
    if (bsdf.kind == surface_kind::diffuse) return {bsdf.colour * diffuse_density, diffuse_density};
    if (is_specular(bsdf)) return {};
    // Torrance and Sparrow's microfacet reflection (pbrt-v4, section 9.6.5): D · G · F / (4 cos out cos in), times cos
    // in. The density follows from sampling the visible normals.
    const float3 half = normalize(out + in);
    const float cosine = fmax(dot(out, half), 0.0f);
    const float lambda_out = ggx_lambda(out, bsdf.alpha);
    const float facets = ggx_density(half, bsdf.alpha) / (4.0f * out.z);
    const float visible_share = 1.0f / (1.0f + lambda_out + ggx_lambda(in, bsdf.alpha));
    bsdf_value result {reflectance(bsdf, cosine) * (facets * visible_share),
                       bsdf.specular_probability * facets / (1.0f + lambda_out)};
    if (bsdf.kind == surface_kind::metal_rough) {
        // Add the diffuse base of glTF's metallic-roughness material. It receives the light that the coat does not
        // reflect (glTF 2.0, appendix B).
        const float3 below = float3(1.0f) - schlick_reflectance(cosine, bsdf.coat_reflectance);
        result.value += bsdf.colour * below * diffuse_density;
        result.density += (1.0f - bsdf.specular_probability) * diffuse_density;
    }
    return result;
}

/// Samples reflection or refraction at the surface of clear glass, with the Fresnel reflectance as the probability of
/// reflection (pbrt-v4, section 9.5).
inline bsdf_sample sample_dielectric(const bsdf& bsdf, const float3& out, float choose) {
    const float reflected = dielectric_reflectance(out.z, bsdf.index_ratio);
    if (choose < reflected) return {float3(-out.x, -out.y, out.z), float3(1.0f), reflected, true, false};
    // Refract by Snell's law.
    const float sine2 = squared(bsdf.index_ratio) * fmax(0.0f, 1.0f - squared(out.z));
    const float3 refraction {-out.x * bsdf.index_ratio, -out.y * bsdf.index_ratio, -sqrt(fmax(0.0f, 1.0f - sine2))};
    // Refraction compresses radiance into a smaller solid angle on the way in and expands it on the way out. Both
    // factors cancel over a path that ends in the medium where it began, so neither is applied (Veach 1997, section
    // 5.2; pbrt-v4, section 9.5.2).
    return {normalize(refraction), bsdf.colour, 1.0f - reflected, true, true};
}

/// Samples the direction in which the path continues; `random` holds four uniform numbers. Specular surfaces have one
/// or two possible directions. On other surfaces either the microfacets or the diffuse part is sampled; weight and density
/// are those of both parts together.
inline bsdf_sample sample_bsdf(const bsdf& bsdf, const float3& out, const float4& random) {
    if (out.z <= 0.0f) return {};
    if (bsdf.kind == surface_kind::dielectric) return sample_dielectric(bsdf, out, random.z);
    if (bsdf.kind == surface_kind::conductor && bsdf.alpha == 0.0f)
        return {float3(-out.x, -out.y, out.z), reflectance(bsdf, out.z), 1.0f, true, false};
    float3 in;
    if (bsdf.kind != surface_kind::diffuse && random.z < bsdf.specular_probability)
        in = reflect(-out, sample_ggx_normal(out, bsdf.alpha, random.x, random.y));
    else
        in = cosine_direction(random.x, random.y);
    const bsdf_value light = evaluate_bsdf(bsdf, out, in);
    if (!(light.density > 0.0f)) return {};
    return {in, light.value / light.density, light.density, false, false};
}

}  // namespace ingot::samples::pathtracer
