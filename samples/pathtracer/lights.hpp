// Light sampling: chooses a point of a triangle that emits light, or a direction of the environment, roughly in
// proportion to its brightness (pbrt-v4, sections 12.5 and 12.6).
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "random_numbers.hpp"
#include "scene_layout.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {

/// A sample of the light that arrives at a point from one direction.
struct light_sample {
    float3 direction {};
    float distance = 0.0f;  ///< to the light
    float3 radiance {};
    float density = 0.0f;  ///< per solid angle; 0: the sample carries no light
};

/// Maps a direction to a position in the environment image, in texels. The first row is the direction +y, the last is -y.
/// Without a rotation of the environment, the middle column is the direction -z, and the columns to its right turn towards
/// +x.
inline float2 environment_coordinates(const scene_sizes& sizes, const float3& direction) {
    const float azimuth = atan2(direction.x, -direction.z) + sizes.environment_turn;
    const float turns = azimuth * (0.5f / pi) + 0.5f;
    return {(turns - floor(turns)) * static_cast<float>(sizes.environment_width),
            acos(clamp(direction.y, -1.0f, 1.0f)) * (1.0f / pi) * static_cast<float>(sizes.environment_height)};
}

/// Returns a texel. Columns outside of the image wrap around; rows outside are replaced by the first or the last row.
inline float4 environment_texel(const scene_view& scene, int32_t column, int32_t row) {
    const auto width = static_cast<int32_t>(scene.sizes.environment_width);
    const auto height = static_cast<int32_t>(scene.sizes.environment_height);
    const int32_t inside = column < 0 ? column + width : column >= width ? column - width : column;
    return scene.environment[static_cast<uint32_t>(clamp(row, 0, height - 1) * width + clamp(inside, 0, width - 1))];
}

/// Returns the radiance at a position of the environment image, interpolated between four texels.
inline float3 environment_radiance(const scene_view& scene, const float2& place) {
    const float left = floor(place.x - 0.5f);
    const float top = floor(place.y - 0.5f);
    const float x = place.x - 0.5f - left;
    const float y = place.y - 0.5f - top;
    const auto column = static_cast<int32_t>(left);
    const auto row = static_cast<int32_t>(top);
    const float3 upper =
        xyz(environment_texel(scene, column, row)) * (1.0f - x) + xyz(environment_texel(scene, column + 1, row)) * x;
    const float3 lower =
        xyz(environment_texel(scene, column, row + 1)) * (1.0f - x) + xyz(environment_texel(scene, column + 1, row + 1)) * x;
    return (upper * (1.0f - y) + lower * y) * scene.sizes.environment_strength;
}

/// Returns in xyz the radiance that arrives from a direction of the environment, and in w the density with which
/// sample_environment() samples that direction, before the multiplication by sizes.environment_probability.
inline float4 environment_at(const scene_view& scene, const float3& direction) {
    if (scene.sizes.environment_width == 0) return {};
    const float2 place = environment_coordinates(scene.sizes, direction);
    const float density = environment_texel(scene, static_cast<int32_t>(place.x), static_cast<int32_t>(place.y)).w;
    return float4(environment_radiance(scene, place), density);
}

/// Samples a direction of the environment. The alias table chooses the texel by its brightness; within the texel the
/// direction is uniform per solid angle, because the cosine of the polar angle is sampled uniformly.
inline light_sample sample_environment(const scene_view& scene, const uint4& random) {
    const uint32_t width = scene.sizes.environment_width;
    const uint32_t height = scene.sizes.environment_height;
    uint32_t texel = random_index(random.x, width * height);
    const alias_entry entry = scene.environment_choice[texel];
    if (unit_interval(random.y) >= entry.keep) texel = entry.other;
    // ingot: keep an environment has any width, and the functions of the angles below cost more
    const uint32_t row = texel / width;
    const float top = cos(pi * static_cast<float>(row) / static_cast<float>(height));
    const float bottom = cos(pi * static_cast<float>(row + 1) / static_cast<float>(height));
    const float y = clamp(top + (bottom - top) * unit_interval(random.z), -1.0f, 1.0f);
    const float column = (static_cast<float>(texel - row * width) + unit_interval(random.w)) / static_cast<float>(width);
    const float azimuth = (column - 0.5f) * 2.0f * pi - scene.sizes.environment_turn;
    const float sine = sqrt(fmax(0.0f, 1.0f - y * y));
    const float3 direction {sine * sin(azimuth), y, -sine * cos(azimuth)};
    return {direction, 1.0e30f, environment_radiance(scene, environment_coordinates(scene.sizes, direction)),
            scene.environment[texel].w};
}

/// Returns the density, per solid angle, with which sample_triangle() samples the direction to a point of a light.
/// `cosine` is the cosine of the angle between the direction and the light's normal. The density per area is
/// emission_weight / light_weight.
inline float triangle_density(const scene_sizes& sizes, float emission_weight, float distance, float cosine) {
    return emission_weight / sizes.light_weight * squared(distance) / cosine;
}

/// Samples a point of an emissive triangle as seen from a position. The alias table chooses the triangle by emitted power
/// (pbrt-v4, section 12.6); the point is uniform on the triangle.
inline light_sample sample_triangle(const scene_view& scene, const float3& position, const uint4& random) {
    uint32_t index = random_index(random.x, scene.sizes.lights);
    const alias_entry entry = scene.lights[index].alias;
    if (unit_interval(random.y) >= entry.keep) index = entry.other;
    const uint32_t triangle = scene.lights[index].triangle;
    const triangle_corners corners = scene.corners[triangle];
    const triangle_shading& shading = scene.shadings[triangle];
    const surface_material& material = scene.materials[shading.material];
    // Sample a point of the triangle; compute direction and distance to it.
    const float2 weights = point_in_triangle(unit_interval(random.z), unit_interval(random.w));
    const float3 ab = xyz(corners.b) - xyz(corners.a);
    const float3 ac = xyz(corners.c) - xyz(corners.a);
    const float3 offset = xyz(corners.a) + ab * weights.x + ac * weights.y - position;
    const float distance2 = dot(offset, offset);
    const float3 area_normal = cross(ab, ac);
    if (!(distance2 > 0.0f)) return {};
    light_sample light;
    light.distance = sqrt(distance2);
    light.direction = offset / light.distance;
    // Triangles emit from their front side, unless the material emits on both sides.
    const float cosine = -dot(light.direction, normalize(area_normal));
    if (cosine == 0.0f || (cosine < 0.0f && material.is_two_sided_emitter == 0)) return {};
    light.radiance = material.emission;
    if (material.emission_texture != no_texture)
        light.radiance *= xyz(sample_texture(scene, material.emission_texture, uv_at(shading, weights.x, weights.y), true));
    light.density = triangle_density(scene.sizes, material.emission_weight, light.distance, fabs(cosine));
    return light;
}

/// Returns the probability that sample_light() samples a triangle rather than the environment.
inline float triangle_probability(const scene_sizes& sizes) {
    return sizes.lights == 0 ? 0.0f : 1.0f - sizes.environment_probability;
}

/// Samples one light: the environment with probability environment_probability, otherwise a triangle.
inline light_sample sample_light(const scene_view& scene, const float3& position, float choose, const uint4& random) {
    light_sample light;
    if (choose < scene.sizes.environment_probability) {
        light = sample_environment(scene, random);
        light.density *= scene.sizes.environment_probability;
    } else if (scene.sizes.lights != 0) {
        light = sample_triangle(scene, position, random);
        light.density *= triangle_probability(scene.sizes);
    }
    return light;
}

}  // namespace ingot::samples::pathtracer
