// Path tracing (Kajiya 1986) with next-event estimation and multiple importance sampling (Veach 1997, chapter 9).
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "lights.hpp"
#include "random_numbers.hpp"
#include "scattering.hpp"
#include "scene_layout.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {

/// What one path found.
struct path_result {
    float3 radiance {};
    float3 albedo {};  ///< of the first surface that is no mirror and no clear glass: what guides the denoiser
    float3 normal {};  ///< its normal
};

/// The weight of a sample drawn with the first density, where the second could have drawn it too (power heuristic).
inline float power_weight(float own, float other) {
    const float own2 = squared(own);
    return own2 / (own2 + squared(other));
}

/// Bounces that every path makes before chance may end it.
inline constexpr uint32_t certain_bounces = 3;

/// A path under way.
struct path_state {
    ray along;
    float3 throughput {1.0f};
    float density = 0.0f;  ///< with which the ray's direction was drawn
    bool specular = true;  ///< no light could have been drawn in that direction
    bool guided = false;   ///< are albedo and normal known?
};

/// Light from the environment, where the path leaves the scene.
inline float3 light_from_outside(const scene_view& scene, const path_state& path) {
    const float4 seen = environment_at(scene, path.along.direction);
    const float weight = path.specular ? 1.0f : power_weight(path.density, seen.w * scene.sizes.environment_share);
    return path.throughput * xyz(seen) * weight;
}

/// Light that the surface emits, where the path has come to it.
inline float3 light_from_surface(const scene_view& scene, const path_state& path, const surface_point& point, float distance) {
    const float3 light = emitted(scene, point);
    if (largest(light) <= 0.0f) return {};
    float weight = 1.0f;
    if (!path.specular) {
        const float cosine = fmax(-dot(path.along.direction, point.facing), 1.0e-7f);
        const float drawn = triangle_density(scene.sizes, scene.materials[point.material].emission_weight, distance, cosine);
        weight = power_weight(path.density, drawn * triangle_share(scene.sizes));
    }
    return path.throughput * light * weight;
}

/// Light that is drawn on purpose, if nothing is in its way.
inline float3 light_drawn(const scene_view& scene, const path_state& path, const surface_point& point, const scatterer& at,
                          const float3& out, random_sequence& random) {
    const float choose = random.next().x;
    const drawn_light light = draw_light(scene, point.position, choose, random.next_bits());
    if (!(light.density > 0.0f) || dot(light.direction, point.facing) <= 0.0f) return {};
    const scattered there = evaluate(at, out, point.shading.to_local(light.direction));
    if (largest(there.value) <= 0.0f) return {};
    const ray to_light {off_surface(point.position, point.facing), light.direction, light.distance * 0.9995f};
    if (is_blocked(scene, to_light, random)) return {};
    return path.throughput * there.value * light.radiance * (power_weight(light.density, there.density) / light.density);
}

/// Goes on to where the surface scatters to; false where the path ends.
inline bool scatter(path_state& path, const surface_point& point, const scatterer& at, const float3& out, const float4& random) {
    const drawn_direction next = draw(at, out, random);
    if (!(next.density > 0.0f)) return false;
    const float3 direction = point.shading.to_world(next.direction);
    // The interpolated normal may lead to the wrong side of the triangle.
    if ((dot(direction, point.facing) > 0.0f) == next.passed) return false;
    path.throughput *= next.weight;
    path.density = next.density;
    path.specular = next.specular;
    path.along = {off_surface(point.position, next.passed ? -point.facing : point.facing), direction};
    return largest(path.throughput) > 0.0f;
}

/// Russian roulette (Arvo and Kirk 1990): false where chance ends the path; those that go on carry more.
inline bool survives(path_state& path, float random) {
    const float chance = fmin(0.95f, largest(path.throughput));
    if (random >= chance) return false;
    path.throughput = path.throughput * (1.0f / chance);
    return true;
}

/// Follows a path from the camera; `bounces` is the most it makes.
inline path_result trace_path(const scene_view& scene, const ray& from, uint32_t bounces, random_sequence& random) {
    path_result result;
    path_state path {from};
    for (uint32_t bounce = 0;; ++bounce) {
        ray_hit hit;
        if (!find_nearest(scene, path.along, random, hit)) {
            result.radiance += light_from_outside(scene, path);
            if (!path.guided) result.albedo = float3(1.0f);
            break;
        }
        const surface_point point = point_at(scene, path.along, hit);
        const surface_material& material = scene.materials[point.material];
        if (!point.front && material.kind == surface_kind::dielectric)
            path.throughput *= float3(exp(-material.absorption.x * hit.distance), exp(-material.absorption.y * hit.distance),
                                      exp(-material.absorption.z * hit.distance));
        result.radiance += light_from_surface(scene, path, point, hit.distance);
        if (bounce >= bounces) break;
        const float3 out = point.shading.to_local(-path.along.direction);
        scatterer at = scatterer_at(scene, point);
        choose_share(at, out.z);
        if (!path.guided && !is_specular(at)) {
            // A lamp has no colour of its own, but an edge: a pixel that it fills a small part of is like no other.
            result.albedo = at.colour + reflectance_of_coat(at, out.z) + min(emitted(scene, point), float3(8.0f));
            result.normal = point.shading.normal;
            path.guided = true;
        }
        if (!is_specular(at)) result.radiance += light_drawn(scene, path, point, at, out, random);
        const float4 onwards = random.next();
        if (!scatter(path, point, at, out, onwards)) break;
        if (bounce >= certain_bounces && !survives(path, onwards.w)) break;
    }
    return result;
}

}  // namespace ingot::samples::pathtracer
