// Light drawn on purpose: a point of a triangle that emits, or a direction of the environment.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "random_numbers.hpp"
#include "scene_layout.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {

/// Light that comes to a point from one direction.
struct drawn_light {
    float3 direction {};
    float distance = 0.0f;  ///< to where it comes from
    float3 radiance {};
    float density = 0.0f;  ///< by solid angle; 0: none
};

/// Where a direction is in the environment, in texels: rows go down from +y, columns round by the angle from -z over +x.
inline float2 environment_place(const scene_sizes& sizes, const float3& direction) {
    const float around = atan2(direction.x, -direction.z) + sizes.environment_turn;
    const float turns = around * (0.5f / pi) + 0.5f;
    return {(turns - floor(turns)) * static_cast<float>(sizes.environment_width),
            acos(clamp(direction.y, -1.0f, 1.0f)) * (1.0f / pi) * static_cast<float>(sizes.environment_height)};
}

/// The texel at a column, which goes round, and a row, which stops at the poles.
inline float4 environment_texel(const scene_view& scene, int32_t column, int32_t row) {
    const auto width = static_cast<int32_t>(scene.sizes.environment_width);
    const auto height = static_cast<int32_t>(scene.sizes.environment_height);
    const int32_t inside = column < 0 ? column + width : column >= width ? column - width : column;
    return scene.environment[static_cast<uint32_t>(clamp(row, 0, height - 1) * width + clamp(inside, 0, width - 1))];
}

/// Radiance at a place, between the four texels around it.
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

/// Radiance from a direction; in w its density when drawn by draw_environment(), without the share.
inline float4 environment_at(const scene_view& scene, const float3& direction) {
    if (scene.sizes.environment_width == 0) return {};
    const float2 place = environment_place(scene.sizes, direction);
    const float density = environment_texel(scene, static_cast<int32_t>(place.x), static_cast<int32_t>(place.y)).w;
    return float4(environment_radiance(scene, place), density);
}

/// A direction, uniform within its texel: the texel by the alias table, the height by the cosine.
inline drawn_light draw_environment(const scene_view& scene, const uint4& random) {
    const uint32_t width = scene.sizes.environment_width;
    const uint32_t height = scene.sizes.environment_height;
    uint32_t texel = chosen_index(random.x, width * height);
    const alias_entry entry = scene.environment_choice[texel];
    if (unit_interval(random.y) >= entry.keep) texel = entry.other;
    const uint32_t row = texel / width;
    const float top = cos(pi * static_cast<float>(row) / static_cast<float>(height));
    const float bottom = cos(pi * static_cast<float>(row + 1) / static_cast<float>(height));
    const float y = clamp(top + (bottom - top) * unit_interval(random.z), -1.0f, 1.0f);
    const float column = (static_cast<float>(texel - row * width) + unit_interval(random.w)) / static_cast<float>(width);
    const float around = (column - 0.5f) * 2.0f * pi - scene.sizes.environment_turn;
    const float sine = sqrt(fmax(0.0f, 1.0f - y * y));
    const float3 direction {sine * sin(around), y, -sine * cos(around)};
    return {direction, 1.0e30f, environment_radiance(scene, environment_place(scene.sizes, direction)),
            scene.environment[texel].w};
}

/// The density with which draw_triangle() draws the direction to a point of a light, by solid angle.
inline float triangle_density(const scene_sizes& sizes, float emission_weight, float distance, float cosine) {
    return emission_weight / sizes.light_weight * squared(distance) / cosine;
}

/// A point of a light: the triangle by weight and area, the point uniform.
inline drawn_light draw_triangle(const scene_view& scene, const float3& from, const uint4& random) {
    uint32_t chosen = chosen_index(random.x, scene.sizes.lights);
    const alias_entry entry = scene.lights[chosen].chosen;
    if (unit_interval(random.y) >= entry.keep) chosen = entry.other;
    const uint32_t triangle = scene.lights[chosen].triangle;
    const triangle_corners corners = scene.corners[triangle];
    const triangle_shading& shading = scene.shadings[triangle];
    const surface_material& material = scene.materials[shading.material];
    const float2 weights = point_in_triangle(unit_interval(random.z), unit_interval(random.w));
    const float3 ab = xyz(corners.b) - xyz(corners.a);
    const float3 ac = xyz(corners.c) - xyz(corners.a);
    const float3 offset = xyz(corners.a) + ab * weights.x + ac * weights.y - from;
    const float distance2 = dot(offset, offset);
    const float3 area_normal = cross(ab, ac);
    if (!(distance2 > 0.0f)) return {};
    drawn_light light;
    light.distance = sqrt(distance2);
    light.direction = offset / light.distance;
    const float cosine = -dot(light.direction, normalize(area_normal));
    if (cosine == 0.0f || (cosine < 0.0f && material.emits_behind == 0)) return {};
    light.radiance = material.emission;
    if (material.emission_texture != no_texture)
        light.radiance *= xyz(look_up(scene, material.emission_texture, uv_at(shading, weights.x, weights.y), true));
    light.density = triangle_density(scene.sizes, material.emission_weight, light.distance, fabs(cosine));
    return light;
}

/// The probability that a light that was drawn is a triangle's.
inline float triangle_share(const scene_sizes& sizes) { return sizes.lights == 0 ? 0.0f : 1.0f - sizes.environment_share; }

/// One of both kinds.
inline drawn_light draw_light(const scene_view& scene, const float3& from, float choose, const uint4& random) {
    drawn_light light;
    if (choose < scene.sizes.environment_share) {
        light = draw_environment(scene, random);
        light.density *= scene.sizes.environment_share;
    } else if (scene.sizes.lights != 0) {
        light = draw_triangle(scene, from, random);
        light.density *= triangle_share(scene.sizes);
    }
    return light;
}

}  // namespace ingot::samples::pathtracer
