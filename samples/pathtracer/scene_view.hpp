// A scene as kernels see it, and what they look up in it.
#pragma once

#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "random_numbers.hpp"
#include "scattering.hpp"
#include "scene_layout.hpp"
#include "traversal.hpp"

namespace ingot::samples::pathtracer {

struct scene_view {
    buffer<const bvh_node> nodes;
    buffer<const triangle_corners> corners;
    buffer<const triangle_shading> shadings;
    buffer<const surface_material> materials;
    buffer<const light_triangle> lights;
    buffer<const texture_place> textures;
    buffer<const uint32_t> texels;
    buffer<const float4> environment;  ///< radiance in xyz, density by solid angle in w; rows from the top
    buffer<const alias_entry> environment_choice;
    scene_sizes sizes;
};

inline float decoded_srgb(uint32_t byte) {
    const float value = static_cast<float>(byte & 0xffu) * (1.0f / 255.0f);
    return value <= 0.04045f ? value * (1.0f / 12.92f) : pow((value + 0.055f) * (1.0f / 1.055f), 2.4f);
}

inline int32_t wrapped(int32_t place, int32_t size, texture_wrap how) {
    if (how == texture_wrap::clamp) return clamp(place, 0, size - 1);
    const int32_t period = how == texture_wrap::mirror ? 2 * size : size;
    int32_t inside = place % period;
    if (inside < 0) inside += period;
    return inside < size ? inside : 2 * size - 1 - inside;
}

inline float4 texel(const scene_view& scene, const texture_place& of, int32_t x, int32_t y, bool is_colour) {
    const auto width = static_cast<int32_t>(of.width);
    const auto row = static_cast<uint32_t>(wrapped(y, static_cast<int32_t>(of.height), of.wrap_v));
    const auto column = static_cast<uint32_t>(wrapped(x, width, of.wrap_u));
    const uint32_t packed = scene.texels[of.first + row * of.width + column];
    const float alpha = static_cast<float>(packed >> 24u) * (1.0f / 255.0f);
    if (is_colour) return {decoded_srgb(packed), decoded_srgb(packed >> 8u), decoded_srgb(packed >> 16u), alpha};
    return float4(static_cast<float>(packed & 0xffu), static_cast<float>((packed >> 8u) & 0xffu),
                  static_cast<float>((packed >> 16u) & 0xffu), 0.0f) *
               (1.0f / 255.0f) +
           float4(0.0f, 0.0f, 0.0f, alpha);
}

/// A texture at a place, bilinear; (0, 0) is the upper left corner of the first texel. `is_colour` says that it is in sRGB.
inline float4 look_up(const scene_view& scene, uint32_t texture, const float2& uv, bool is_colour) {
    const texture_place of = scene.textures[texture];
    // Far from the origin a float has no place between two texels; farther away the picture is anyhow not seen.
    const float x = clamp(uv.x, -65536.0f, 65536.0f) * static_cast<float>(of.width) - 0.5f;
    const float y = clamp(uv.y, -65536.0f, 65536.0f) * static_cast<float>(of.height) - 0.5f;
    const float left = floor(x);
    const float top = floor(y);
    const auto column = static_cast<int32_t>(clamp(left, -2.0e9f, 2.0e9f));
    const auto row = static_cast<int32_t>(clamp(top, -2.0e9f, 2.0e9f));
    const float4 upper = texel(scene, of, column, row, is_colour) * (1.0f - (x - left)) +
                         texel(scene, of, column + 1, row, is_colour) * (x - left);
    const float4 lower = texel(scene, of, column, row + 1, is_colour) * (1.0f - (x - left)) +
                         texel(scene, of, column + 1, row + 1, is_colour) * (x - left);
    return upper * (1.0f - (y - top)) + lower * (y - top);
}

/// A point on a surface.
struct surface_point {
    float3 position {};
    float3 facing {};   ///< the triangle's normal, on the side that the ray comes from
    bool front = true;  ///< comes the ray from the side that the corners go round anticlockwise?
    frame shading {};   ///< z is the interpolated normal, on the same side
    float2 uv {};
    uint32_t material = 0;
};

inline float3 xyz(const float4& v) { return {v.x, v.y, v.z}; }

inline float2 uv_at(const triangle_shading& of, float b, float c) {
    const float a = 1.0f - b - c;
    return {a * of.a.w + b * of.b.w + c * of.c.w, a * of.v.x + b * of.v.y + c * of.v.z};
}

/// Is this place of a triangle there at all? Between opaque and clear it is there for some of the rays, by chance: by one that
/// depends on path, place in it and triangle only.
inline bool is_there(const scene_view& scene, const random_sequence& path, const ray_hit& at) {
    const triangle_shading& shading = scene.shadings[at.triangle];
    const surface_material& material = scene.materials[shading.material];
    float opacity = material.opacity;
    if (material.colour_texture != no_texture)
        opacity *= look_up(scene, material.colour_texture, uv_at(shading, at.b, at.c), true).w;
    if (material.opacity_cutoff > 0.0f) return opacity >= material.opacity_cutoff;
    return unit_interval(pcg4d({path.pixel ^ 0x9e37'79b9u, path.sample, path.taken, path.seed ^ at.triangle}).x) < opacity;
}

/// The nearest point that a ray meets.
inline bool find_nearest(const scene_view& scene, const ray& along, const random_sequence& path, ray_hit& found) {
    return meet_scene<false>(scene.nodes, scene.corners, along, found,
                             [&](const ray_hit& at) { return is_there(scene, path, at); });
}

/// Is anything in the way, up to the ray's length?
inline bool is_blocked(const scene_view& scene, const ray& along, const random_sequence& path) {
    ray_hit any;
    return meet_scene<true>(scene.nodes, scene.corners, along, any, [&](const ray_hit& at) { return is_there(scene, path, at); });
}

/// Bends the interpolated normal as the texture says (glTF 2.0, section 3.9.3). Where the texture's axes have no direction in
/// space it stays.
inline float3 bent_normal(const scene_view& scene, const surface_material& material, const triangle_corners& corners,
                          const triangle_shading& shading, const float3& normal, const float2& uv) {
    const float3 ab = xyz(corners.b) - xyz(corners.a);
    const float3 ac = xyz(corners.c) - xyz(corners.a);
    const float2 uv_ab {shading.b.w - shading.a.w, shading.v.y - shading.v.x};
    const float2 uv_ac {shading.c.w - shading.a.w, shading.v.z - shading.v.x};
    const float area = uv_ab.x * uv_ac.y - uv_ab.y * uv_ac.x;
    if (area == 0.0f) return normal;
    float3 tangent = (ab * uv_ac.y - ac * uv_ab.y) * (area < 0.0f ? -1.0f : 1.0f);
    tangent -= normal * dot(normal, tangent);
    const float size = dot(tangent, tangent);
    if (!(size > 0.0f)) return normal;
    tangent = tangent * rsqrt(size);
    // The texture's v goes down, its green channel up.
    const float3 bitangent = cross(normal, tangent) * (area < 0.0f ? 1.0f : -1.0f);
    const float4 read = look_up(scene, material.normal_texture, uv, false);
    const float3 bend {(2.0f * read.x - 1.0f) * material.normal_scale, (2.0f * read.y - 1.0f) * material.normal_scale,
                       2.0f * read.z - 1.0f};
    const float3 bent = tangent * bend.x - bitangent * bend.y + normal * bend.z;
    const float bent_size = dot(bent, bent);
    return bent_size > 0.0f ? bent * rsqrt(bent_size) : normal;
}

inline surface_point point_at(const scene_view& scene, const ray& along, const ray_hit& at) {
    const triangle_corners corners = scene.corners[at.triangle];
    const triangle_shading shading = scene.shadings[at.triangle];
    const float a = 1.0f - at.b - at.c;
    surface_point point;
    point.material = shading.material;
    point.position = xyz(corners.a) * a + xyz(corners.b) * at.b + xyz(corners.c) * at.c;
    const float3 normal = normalize(cross(xyz(corners.b) - xyz(corners.a), xyz(corners.c) - xyz(corners.a)));
    point.front = dot(normal, along.direction) < 0.0f;
    point.facing = point.front ? normal : -normal;
    point.uv = uv_at(shading, at.b, at.c);
    float3 interpolated = xyz(shading.a) * a + xyz(shading.b) * at.b + xyz(shading.c) * at.c;
    const float size = dot(interpolated, interpolated);
    interpolated = size > 0.0f ? interpolated * rsqrt(size) : normal;
    const surface_material& material = scene.materials[shading.material];
    if (material.normal_texture != no_texture)
        interpolated = bent_normal(scene, material, corners, shading, interpolated, point.uv);
    if (dot(interpolated, point.facing) < 0.0f) interpolated = -interpolated;
    // A normal that turns away from who sees the point has no meaning: there the triangle's own is taken.
    if (dot(interpolated, along.direction) >= 0.0f) interpolated = point.facing;
    point.shading = frame_around(interpolated);
    return point;
}

/// The material at a point.
inline scatterer scatterer_at(const scene_view& scene, const surface_point& point) {
    const surface_material& material = scene.materials[point.material];
    scatterer at;
    at.kind = material.kind;
    at.colour = material.colour;
    if (material.colour_texture != no_texture) at.colour *= xyz(look_up(scene, material.colour_texture, point.uv, true));
    float roughness = material.roughness;
    float metalness = material.metalness;
    if (material.metal_rough_texture != no_texture) {
        const float4 read = look_up(scene, material.metal_rough_texture, point.uv, false);
        roughness *= read.y;
        metalness *= read.z;
    }
    at.alpha = squared(roughness);
    if (at.kind == surface_kind::conductor) {
        at.eta = material.eta;
        at.k = material.k;
        at.alpha = roughness == 0.0f ? 0.0f : fmax(at.alpha, 1.0e-3f);
        at.specular_share = 1.0f;
    } else if (at.kind == surface_kind::dielectric) {
        at.ratio = point.front ? 1.0f / material.index : material.index;
    } else if (at.kind == surface_kind::metal_rough) {
        at.alpha = fmax(at.alpha, 1.0e-3f);
        at.coat = float3(squared((material.index - 1.0f) / (material.index + 1.0f)));
        at.straight = at.coat * (1.0f - metalness) + at.colour * metalness;
        at.colour = at.colour * (1.0f - metalness);
    }
    return at;
}

/// How often metal_rough's coat is drawn from: about by what it reflects of the whole, seen from there.
inline void choose_share(scatterer& at, float cosine) {
    if (at.kind != surface_kind::metal_rough) return;
    const float coat = luminance(schlick_reflectance(cosine, at.straight));
    const float base = luminance(at.colour) * (1.0f - luminance(schlick_reflectance(cosine, at.coat)));
    at.specular_share = base > 0.0f ? clamp(coat / (coat + base), 0.1f, 0.9f) : 1.0f;
}

/// What a point emits to where the ray comes from.
inline float3 emitted(const scene_view& scene, const surface_point& point) {
    const surface_material& material = scene.materials[point.material];
    if (!point.front && material.emits_behind == 0) return {};
    float3 light = material.emission;
    if (material.emission_texture != no_texture) light *= xyz(look_up(scene, material.emission_texture, point.uv, true));
    return light;
}

}  // namespace ingot::samples::pathtracer
