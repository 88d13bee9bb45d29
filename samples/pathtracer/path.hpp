// Path tracing (Kajiya 1986) with next-event estimation and multiple importance sampling (Veach 1997, chapter 9).
//
// trace_path() estimates the radiance that arrives along one camera ray. It follows one random path, as pbrt-v4 does
// (Pharr, Jakob and Humphreys 2023, section 13.4, "A Better Path Tracer"). At each surface the path
//
//     1. adds the light that the surface emits,
//     2. samples one light and adds its contribution if no surface blocks it (next-event estimation),
//     3. samples the BSDF for the direction of the next ray, and
//     4. may end at random when it carries little light (Russian roulette).
//
// Steps 1 and 2 can both find the same light: step 1 when the BSDF sample of the previous surface hits it, step 2 when
// it is sampled directly. Multiple importance sampling weights both so that the light counts once.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "bsdf.hpp"
#include "directions.hpp"
#include "lights.hpp"
#include "random_numbers.hpp"
#include "scene_layout.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {

/// The result of one path. The denoiser finds edges by the albedo and the normal.
struct path_result {
    float3 radiance {};
    /// of the first surface that is neither a mirror nor clear glass, with its emission added; 1 if the path leaves the scene
    /// before it meets such a surface
    float3 albedo {};
    float3 normal {};  ///< of the same surface
};

/// Returns the weight of a sample that one method drew with density `own` and that the other method would have drawn with
/// density `other`: the power heuristic with exponent 2 (Veach 1997, section 9.2.4; pbrt-v4, section 2.2.3).
inline float power_heuristic(float own, float other) {
    const float own2 = squared(own);
    return own2 / (own2 + squared(other));
}

/// The limits of a path.
struct path_limits {
    uint32_t bounces = 0;         ///< the largest number of bounces
    float indirect_light = 0.0f;  ///< the largest component of the indirect light that one surface may add; 0: no limit
};

/// Reduces indirect light to the limit, without changing its colour. A path that finds a small, bright light by chance adds
/// so much light to its pixel that the pixel stays visible as a bright dot (a firefly) for thousands of samples. The limit
/// removes such dots. It also makes the image darker where they carried light: the estimate is biased.
inline float3 limited_light(const float3& light, const path_limits& limits, bool is_indirect) {
    const float largest = max_component(light);
    const bool is_too_bright = limits.indirect_light > 0.0f && is_indirect && largest > limits.indirect_light;
    return is_too_bright ? light * (limits.indirect_light / largest) : light;
}

/// The number of bounces that every path may make before Russian roulette can end it.
inline constexpr uint32_t min_bounces = 3;

/// The state of a path while it is traced: its current ray, and how much light still reaches the camera along the path.
struct path_state {
    ray current_ray;
    float3 throughput {1.0f};   ///< product of BSDF · cosine / density over all bounces so far
    float density = 0.0f;       ///< of the sample that chose the ray's direction, per solid angle
    bool is_specular = true;    ///< light sampling cannot choose this ray's direction: it left the camera, a mirror or glass
    bool has_features = false;  ///< whether the result's albedo and normal are set
};

/// Returns the light of the environment along a ray that leaves the scene. The weight is 1 where light sampling cannot
/// choose the direction; otherwise it is the power heuristic of the two densities.
inline float3 environment_light(const scene_view& scene, const path_state& path) {
    const float4 light = environment_at(scene, path.current_ray.direction);
    const float weight = path.is_specular ? 1.0f : power_heuristic(path.density, light.w * scene.sizes.environment_probability);
    return path.throughput * xyz(light) * weight;
}

/// Returns the light that the hit surface emits towards the ray's origin, weighted like environment_light().
inline float3 emitted_light(const scene_view& scene, const path_state& path, const surface_point& point, float distance) {
    const float3 light = emitted_radiance(scene, point);
    if (max_component(light) <= 0.0f) return {};
    float weight = 1.0f;
    if (!path.is_specular) {
        // The cosine is at the light; the lower bound avoids a division by zero at grazing angles.
        const float cosine = fmax(-dot(path.current_ray.direction, point.geometric_normal), 1.0e-7f);
        // Compute the density with which direct_light() would have chosen this point, per solid angle at the ray's
        // origin.
        const float light_density =
            triangle_density(scene.sizes, scene.materials[point.material].emission_weight, distance, cosine);
        weight = power_heuristic(path.density, light_density * triangle_probability(scene.sizes));
    }
    return path.throughput * light * weight;
}

/// Samples one light and returns its contribution at a point, or zero where a surface blocks the light:
/// next-event estimation (pbrt-v4, section 13.4, PathIntegrator::SampleLd()).
template <typename Tree>
inline float3 direct_light(const scene_view& scene, const Tree& tree, const path_state& path, const surface_point& point,
                           const bsdf& surface, const float3& out, random_sequence& random) {
    // Choose a triangle or a direction of the environment. Light from below the surface does not contribute.
    const float choose = random.next().x;
    const light_sample light = sample_light(scene, point.position, choose, random.next_bits());
    if (!(light.density > 0.0f) || dot(light.direction, point.geometric_normal) <= 0.0f) return {};
    // Evaluate the BSDF for the sampled direction.
    const bsdf_value scattering = evaluate_bsdf(surface, out, point.shading_frame.to_local(light.direction));
    if (max_component(scattering.value) <= 0.0f) return {};
    // Trace a shadow ray that ends just before the light, so that it does not hit the light itself.
    const ray to_light {offset_from_surface(point.position, point.geometric_normal), light.direction, light.distance * 0.9995f,
                        point.triangle};
    if (is_blocked(scene, tree, to_light, random)) return {};
    // The estimate is BSDF · cosine · radiance / density, with the weight of multiple importance sampling.
    return path.throughput * scattering.value * light.radiance *
           (power_heuristic(light.density, scattering.density) / light.density);
}

/// Samples the BSDF and continues the path in the sampled direction. Returns false if the path ends here.
inline bool continue_path(path_state& path, const surface_point& point, const bsdf& surface, const float3& out,
                          const float4& random) {
    const bsdf_sample next = sample_bsdf(surface, out, random);
    if (!(next.density > 0.0f)) return false;
    const float3 direction = point.shading_frame.to_world(next.direction);
    // The interpolated normal can turn the direction to the wrong side of the triangle. Such samples carry no light.
    if ((dot(direction, point.geometric_normal) > 0.0f) == next.is_transmission) return false;
    // The sample's weight is BSDF · cosine / density.
    path.throughput *= next.weight;
    path.density = next.density;
    path.is_specular = next.is_specular;
    path.current_ray = {
        .origin = offset_from_surface(point.position, next.is_transmission ? -point.geometric_normal : point.geometric_normal),
        .direction = direction,
        .from = point.triangle};
    return max_component(path.throughput) > 0.0f;
}

/// Decides by Russian roulette whether the path continues (Arvo and Kirk 1990; pbrt-v4, section 2.2.4). The probability
/// to survive is the largest component of the throughput, at most 0.95. The division by the probability keeps the mean
/// of all paths the same.
inline bool survives_roulette(path_state& path, float random) {
    const float chance = fmin(0.95f, max_component(path.throughput));
    if (random >= chance) return false;
    path.throughput = path.throughput * (1.0f / chance);
    return true;
}

/// Traces one path from the camera ray `camera_ray` and returns the light that it found. `tree` is the scene's binary_tree or
/// wide_tree.
template <typename Tree>
inline path_result trace_path(const scene_view& scene, const Tree& tree, const ray& camera_ray, const path_limits& limits,
                              random_sequence& random) {
    path_result result;
    path_state path {camera_ray};
    for (uint32_t bounce = 0;; ++bounce) {
        // Light is indirect after the first surface that is neither a mirror nor clear glass. The light that this surface
        // receives directly is not indirect.
        const bool is_indirect = path.has_features;
        // Find the nearest surface along the ray.
        ray_hit hit;
        if (!find_nearest_hit(scene, tree, path.current_ray, random, hit)) {
            // The ray leaves the scene: add the light of the environment and end the path.
            result.radiance += limited_light(environment_light(scene, path), limits, is_indirect);
            if (!path.has_features) result.albedo = float3(1.0f);
            break;
        }
        // Compute position, normals, texture coordinates and material of the hit point.
        const surface_point point = surface_point_at(scene, path.current_ray, hit);
        const surface_material& material = scene.materials[point.material];
        // Inside of clear glass, attenuate the path by the law of Beer and Lambert (pbrt-v4, section 11.2).
        if (!point.is_front && material.kind == surface_kind::dielectric)
            path.throughput *= float3(exp(-material.absorption.x * hit.distance), exp(-material.absorption.y * hit.distance),
                                      exp(-material.absorption.z * hit.distance));
        // Add the light that the surface emits itself.
        result.radiance += limited_light(emitted_light(scene, path, point, hit.distance), limits, is_indirect);
        // End the path when it has made all its bounces.
        if (bounce >= limits.bounces) break;
        // Evaluate the material's textures and set up its BSDF. `to_viewer` points back along the ray, in the
        // surface's frame.
        const float3 to_viewer = point.shading_frame.to_local(-path.current_ray.direction);
        bsdf surface = bsdf_at(scene, point);
        set_specular_probability(surface, to_viewer.z);
        // Record albedo and normal of the first surface that is not specular, for the denoiser.
        if (!path.has_features && !is_specular(surface)) {
            // A lamp often has an albedo of 0. Its emission is added, so that the denoiser finds the lamp's edge.
            result.albedo =
                surface.colour + specular_reflectance(surface, to_viewer.z) + min(emitted_radiance(scene, point), float3(8.0f));
            result.normal = point.shading_frame.normal;
            path.has_features = true;
        }
        // Sample a light directly. A mirror or clear glass reflects into single directions that light sampling never
        // chooses.
        if (!is_specular(surface))
            result.radiance +=
                limited_light(direct_light(scene, tree, path, point, surface, to_viewer, random), limits, is_indirect);
        // Sample the BSDF for the direction of the next ray.
        const float4 direction_sample = random.next();
        if (!continue_path(path, point, surface, to_viewer, direction_sample)) break;
        // After the first bounces, end paths that carry little light by Russian roulette.
        if (bounce >= min_bounces && !survives_roulette(path, direction_sample.w)) break;
    }
    return result;
}

}  // namespace ingot::samples::pathtracer
