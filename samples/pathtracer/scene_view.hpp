// The scene in the memory of a device, and the functions that look up textures, surface points and materials in it.
#pragma once

#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "bsdf.hpp"
#include "directions.hpp"
#include "random_numbers.hpp"
#include "scene_layout.hpp"
#include "traversal.hpp"
#include "wide_traversal.hpp"

namespace ingot::samples::pathtracer {

/// The buffers of device_scene as the kernels receive them, without the hierarchy.
struct scene_view {
    buffer<const triangle_corners> corners;
    buffer<const triangle_shading> shadings;
    buffer<const surface_material> materials;
    buffer<const light_triangle> lights;
    buffer<const texture_layout> textures;
    buffer<const uint32_t> texels;
    buffer<const float4> environment;  ///< radiance in xyz, sampling density per solid angle in w; rows from the top
    buffer<const alias_entry> environment_choice;
    scene_sizes sizes;
};

/// Decodes 8 bits of sRGB to linear light (IEC 61966-2-1).
inline float decode_srgb(uint32_t byte) {
    const float value = static_cast<float>(byte & 0xffu) * (1.0f / 255.0f);
    return value <= 0.04045f ? value * (1.0f / 12.92f) : pow((value + 0.055f) * (1.0f / 1.055f), 2.4f);
}

/// Maps a texel coordinate outside of a texture to one inside, by the texture's wrap mode.
inline int32_t wrap_coordinate(int32_t place, int32_t size, texture_wrap wrap) {
    if (wrap == texture_wrap::clamp) return clamp(place, 0, size - 1);
    const int32_t period = wrap == texture_wrap::mirror ? 2 * size : size;
    // ingot: keep each texture has a size of its own
    int32_t inside = place % period;
    if (inside < 0) inside += period;
    return inside < size ? inside : 2 * size - 1 - inside;
}

/// Returns one texel. Colours are decoded from sRGB; other data is scaled from bytes to 0 to 1. Alpha is linear.
inline float4 texel(const scene_view& scene, const texture_layout& layout, int32_t x, int32_t y, bool is_colour) {
    const auto width = static_cast<int32_t>(layout.width);
    const auto row = static_cast<uint32_t>(wrap_coordinate(y, static_cast<int32_t>(layout.height), layout.wrap_v));
    const auto column = static_cast<uint32_t>(wrap_coordinate(x, width, layout.wrap_u));
    const uint32_t packed = scene.texels[layout.first + row * layout.width + column];
    const float alpha = static_cast<float>(packed >> 24u) * (1.0f / 255.0f);
    if (is_colour) return {decode_srgb(packed), decode_srgb(packed >> 8u), decode_srgb(packed >> 16u), alpha};
    return float4(static_cast<float>(packed & 0xffu), static_cast<float>((packed >> 8u) & 0xffu),
                  static_cast<float>((packed >> 16u) & 0xffu), 0.0f) *
               (1.0f / 255.0f) +
           float4(0.0f, 0.0f, 0.0f, alpha);
}

/// Samples a texture with bilinear interpolation; (0, 0) is the upper left corner of the first texel. `is_colour` means
/// that the texture is in sRGB.
inline float4 sample_texture(const scene_view& scene, uint32_t texture, const float2& uv, bool is_colour) {
    const texture_layout layout = scene.textures[texture];
    // Limit the coordinates, so that the conversions to int32_t below are defined. Beyond the limits, and for 128 texels or
    // more, a float cannot represent positions between two texels anyway.
    const float x = clamp(uv.x, -65536.0f, 65536.0f) * static_cast<float>(layout.width) - 0.5f;
    const float y = clamp(uv.y, -65536.0f, 65536.0f) * static_cast<float>(layout.height) - 0.5f;
    const float left = floor(x);
    const float top = floor(y);
    const auto column = static_cast<int32_t>(clamp(left, -2.0e9f, 2.0e9f));
    const auto row = static_cast<int32_t>(clamp(top, -2.0e9f, 2.0e9f));
    const float4 upper = texel(scene, layout, column, row, is_colour) * (1.0f - (x - left)) +
                         texel(scene, layout, column + 1, row, is_colour) * (x - left);
    const float4 lower = texel(scene, layout, column, row + 1, is_colour) * (1.0f - (x - left)) +
                         texel(scene, layout, column + 1, row + 1, is_colour) * (x - left);
    return upper * (1.0f - (y - top)) + lower * (y - top);
}

/// A point on a surface.
struct surface_point {
    float3 position {};
    float3 geometric_normal {};  ///< the triangle's normal, turned to the side that the ray comes from
    bool is_front = true;        ///< the ray comes from the side on which the corners are anticlockwise
    frame shading_frame {};      ///< z is the interpolated normal, on the same side as `geometric_normal`
    float2 uv {};
    uint32_t material = 0;
    uint32_t triangle = 0;
};

inline float3 xyz(const float4& v) { return {v.x, v.y, v.z}; }

/// Returns the texture coordinates at the point with weights `b` and `c` of the second and third corner.
inline float2 uv_at(const triangle_shading& shading, float b, float c) {
    const float a = 1.0f - b - c;
    return {a * shading.a.w + b * shading.b.w + c * shading.c.w, a * shading.v.x + b * shading.v.y + c * shading.v.z};
}

/// Decides whether a ray hits a triangle at this point or passes through it, by the material's opacity. With a cutoff
/// (glTF's alpha mode MASK) the opacity is either 0 or 1. Otherwise the ray hits with a probability equal to the
/// opacity (as in pbrt-v4, section 7.1). The random number for this depends only on the path, the position in the path and
/// the triangle.
inline bool is_opaque_at(const scene_view& scene, const random_sequence& path, const ray_hit& hit) {
    const triangle_shading& shading = scene.shadings[hit.triangle];
    const surface_material& material = scene.materials[shading.material];
    float opacity = material.opacity;
    if (material.colour_texture != no_texture)
        opacity *= sample_texture(scene, material.colour_texture, uv_at(shading, hit.b, hit.c), true).w;
    if (material.opacity_cutoff > 0.0f) return opacity >= material.opacity_cutoff;
    return unit_interval(pcg4d({path.pixel ^ 0x9e37'79b9u, path.sample, path.dimension, path.seed ^ hit.triangle}).x) < opacity;
}

/// Finds the nearest triangle that the ray hits. Returns false if there is none. `tree` is the scene's binary_tree or wide_tree.
template <typename Tree>
inline bool find_nearest_hit(const scene_view& scene, const Tree& tree, const ray& ray, const random_sequence& path,
                             ray_hit& found) {
    return intersect_scene<false>(tree, scene.corners, ray, found,
                                  [&](const ray_hit& hit) { return is_opaque_at(scene, path, hit); });
}

/// Returns whether any surface blocks the ray before its end.
template <typename Tree>
inline bool is_blocked(const scene_view& scene, const Tree& tree, const ray& ray, const random_sequence& path) {
    ray_hit any;
    return intersect_scene<true>(tree, scene.corners, ray, any,
                                 [&](const ray_hit& hit) { return is_opaque_at(scene, path, hit); });
}

/// Perturbs the interpolated normal by the material's normal map (glTF 2.0, section 3.9.3). Returns the normal
/// unchanged where the texture coordinates define no tangent.
inline float3 perturbed_normal(const scene_view& scene, const surface_material& material, const triangle_corners& corners,
                               const triangle_shading& shading, const float3& normal, const float2& uv) {
    const float3 ab = xyz(corners.b) - xyz(corners.a);
    const float3 ac = xyz(corners.c) - xyz(corners.a);
    const float2 uv_ab {shading.b.w - shading.a.w, shading.v.y - shading.v.x};
    const float2 uv_ac {shading.c.w - shading.a.w, shading.v.z - shading.v.x};
    const float area = uv_ab.x * uv_ac.y - uv_ab.y * uv_ac.x;
    if (area == 0.0f) return normal;
    // The tangent is the direction in which u increases, made orthogonal to the normal.
    float3 tangent = (ab * uv_ac.y - ac * uv_ab.y) * (area < 0.0f ? -1.0f : 1.0f);
    tangent -= normal * dot(normal, tangent);
    const float size = dot(tangent, tangent);
    if (!(size > 0.0f)) return normal;
    tangent = tangent * rsqrt(size);
    // v increases downwards in the texture, but the map's green channel is a vector's component upwards.
    const float3 bitangent = cross(normal, tangent) * (area < 0.0f ? 1.0f : -1.0f);
    // Scale the map's values, 0 to 1, to a vector with components from -1 to 1, and transform it from tangent space.
    const float4 texel = sample_texture(scene, material.normal_texture, uv, false);
    const float3 bend {(2.0f * texel.x - 1.0f) * material.normal_scale, (2.0f * texel.y - 1.0f) * material.normal_scale,
                       2.0f * texel.z - 1.0f};
    const float3 bent = tangent * bend.x - bitangent * bend.y + normal * bend.z;
    const float bent_size = dot(bent, bent);
    return bent_size > 0.0f ? bent * rsqrt(bent_size) : normal;
}

/// Computes the surface point of a hit.
inline surface_point surface_point_at(const scene_view& scene, const ray& ray, const ray_hit& hit) {
    const triangle_corners corners = scene.corners[hit.triangle];
    const triangle_shading shading = scene.shadings[hit.triangle];
    const float a = 1.0f - hit.b - hit.c;
    surface_point point;
    point.material = shading.material;
    point.triangle = hit.triangle;
    // Interpolate the position, and compute the triangle's normal on the side that the ray comes from.
    point.position = xyz(corners.a) * a + xyz(corners.b) * hit.b + xyz(corners.c) * hit.c;
    const float3 normal = normalize(cross(xyz(corners.b) - xyz(corners.a), xyz(corners.c) - xyz(corners.a)));
    point.is_front = dot(normal, ray.direction) < 0.0f;
    point.geometric_normal = point.is_front ? normal : -normal;
    point.uv = uv_at(shading, hit.b, hit.c);
    // Interpolate the shading normal, perturb it by the normal map, and turn it to the same side.
    float3 interpolated = xyz(shading.a) * a + xyz(shading.b) * hit.b + xyz(shading.c) * hit.c;
    const float size = dot(interpolated, interpolated);
    interpolated = size > 0.0f ? interpolated * rsqrt(size) : normal;
    const surface_material& material = scene.materials[shading.material];
    if (material.normal_texture != no_texture)
        interpolated = perturbed_normal(scene, material, corners, shading, interpolated, point.uv);
    if (dot(interpolated, point.geometric_normal) < 0.0f) interpolated = -interpolated;
    // If the interpolated normal points away from the viewer, the surface would not be visible. Use the triangle's normal.
    if (dot(interpolated, ray.direction) >= 0.0f) interpolated = point.geometric_normal;
    point.shading_frame = frame_around(interpolated);
    return point;
}

/// Evaluates the material's textures at a point and sets up its BSDF.
inline bsdf bsdf_at(const scene_view& scene, const surface_point& point) {
    const surface_material& material = scene.materials[point.material];
    bsdf result;
    result.kind = material.kind;
    result.colour = material.colour;
    if (material.colour_texture != no_texture)
        result.colour *= xyz(sample_texture(scene, material.colour_texture, point.uv, true));
    float roughness = material.roughness;
    float metalness = material.metalness;
    if (material.metal_rough_texture != no_texture) {
        const float4 texel = sample_texture(scene, material.metal_rough_texture, point.uv, false);
        roughness *= texel.y;
        metalness *= texel.z;
    }
    // glTF's roughness is the square root of GGX's alpha.
    result.alpha = squared(roughness);
    if (result.kind == surface_kind::conductor) {
        result.eta = material.eta;
        result.k = material.k;
        result.alpha = roughness == 0.0f ? 0.0f : fmax(result.alpha, 1.0e-3f);
        result.specular_probability = 1.0f;
    } else if (result.kind == surface_kind::dielectric) {
        result.index_ratio = point.is_front ? 1.0f / material.index : material.index;
    } else if (result.kind == surface_kind::metal_rough) {
        result.alpha = fmax(result.alpha, 1.0e-3f);
        // The coat's reflectance at normal incidence follows from its index of refraction; a metal's reflectance is its
        // colour.
        result.coat_reflectance = float3(squared((material.index - 1.0f) / (material.index + 1.0f)));
        result.normal_reflectance = result.coat_reflectance * (1.0f - metalness) + result.colour * metalness;
        result.colour = result.colour * (1.0f - metalness);
    }
    return result;
}

/// Sets the probability with which sample_bsdf() samples the microfacets of a metal_rough surface rather than its diffuse
/// base. The probability is about the microfacets' share of the light that the surface reflects to the viewer; `cosine` is the
/// cosine of the angle between the normal and the direction to the viewer. The limits 0.1 and 0.9 make sure that neither part
/// is sampled too rarely.
inline void set_specular_probability(bsdf& bsdf, float cosine) {
    if (bsdf.kind != surface_kind::metal_rough) return;
    const float coat = luminance(schlick_reflectance(cosine, bsdf.normal_reflectance));
    const float base = luminance(bsdf.colour) * (1.0f - luminance(schlick_reflectance(cosine, bsdf.coat_reflectance)));
    bsdf.specular_probability = base > 0.0f ? clamp(coat / (coat + base), 0.1f, 0.9f) : 1.0f;
}

/// Returns the radiance that a point emits towards the ray's origin.
inline float3 emitted_radiance(const scene_view& scene, const surface_point& point) {
    const surface_material& material = scene.materials[point.material];
    if (!point.is_front && material.is_two_sided_emitter == 0) return {};
    float3 light = material.emission;
    if (material.emission_texture != no_texture) light *= xyz(sample_texture(scene, material.emission_texture, point.uv, true));
    return light;
}

}  // namespace ingot::samples::pathtracer
