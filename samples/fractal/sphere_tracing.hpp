// One sample of a pixel of a fractal in space: finds the surface along the ray by sphere tracing (Hart 1996, "Sphere tracing: a
// geometric method for the antialiased ray tracing of implicit surfaces") and lights it by the sun and the sky. Shadows and
// ambient occlusion also follow from distances alone.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "distance_estimates.hpp"
#include "palette.hpp"

namespace ingot::samples::fractal {

/// How a solid is traced and lit.
struct solid_settings {
    solid_shape shape;
    float bound = 1.2f;             ///< radius of a ball around the origin that contains the solid
    uint32_t largest_steps = 256;   ///< along the camera's ray
    float pixel_size = 0.001f;      ///< of a pixel at distance 1
    float tolerance = 0.5f;         ///< the ray ends this many pixels before the surface
    float shadow_softness = 0.05f;  ///< tangent of half of the angle that the sun covers
    float occlusion = 1.0f;         ///< strength of ambient occlusion, 0 to 1
    uint32_t palette = 0;           ///< index in palettes
    float colour_offset = 0.0f;     ///< start of the palette, in turns
};

/// The colour of a sample, and how often the distance was evaluated for it.
struct solid_sample {
    float3 colour {};
    uint32_t evaluations = 0;
};

/// The evaluations of the distance that the shading of a point needs at most: for its colour, its normal, its shadow and its
/// occlusion.
inline constexpr uint32_t most_shadow_steps = 64;
inline constexpr uint32_t occlusion_steps = 5;
inline constexpr uint32_t most_shading_evaluations = 1 + 4 + most_shadow_steps + occlusion_steps;

/// The direction to the sun.
inline constexpr float3 to_sun {0.5285f, 0.6606f, 0.5333f};
inline constexpr float3 sun_colour {2.6f, 2.1f, 1.5f};
inline constexpr float3 zenith_colour {0.020f, 0.034f, 0.065f};
inline constexpr float3 horizon_colour {0.17f, 0.20f, 0.24f};

/// Returns the light that comes from the sky in a direction.
inline float3 sky_light(float3 direction) {
    const float height = clamp(0.5f + 0.5f * direction.y, 0.0f, 1.0f);
    // Blend from a dark ground over the bright horizon to the zenith.
    const float3 ground {0.012f, 0.011f, 0.012f};
    const float up = smoothstep(0.48f, 1.0f, height);
    const float3 above = horizon_colour + (zenith_colour - horizon_colour) * sqrt(up);
    const float3 light = ground + (above - ground) * smoothstep(0.25f, 0.52f, height);
    // Add the glow around the sun.
    const float towards_sun = max(dot(direction, to_sun), 0.0f);
    const float power_8 = real_power(towards_sun, 8);
    return light + sun_colour * (0.05f * power_8 + 0.25f * real_power(power_8, 16));
}

/// Traces rays against one kind of solid and counts the evaluations of the distance.
template <solid_kind kind>
class solid_tracer {
public:
    explicit solid_tracer(const solid_settings& settings) : settings_(settings) {}

    /// Returns the colour that a ray from `origin` in the direction `forward`, which has length 1, sees.
    solid_sample trace(float3 origin, float3 forward) {
        // Only the part of the ray within the bounding ball can meet the solid.
        const float towards_middle = -dot(origin, forward);
        const float discriminant = towards_middle * towards_middle - dot(origin, origin) + settings_.bound * settings_.bound;
        if (discriminant <= 0.0f) return {sky_light(forward), 0};
        const float half_chord = sqrt(discriminant);
        const float end = towards_middle + half_chord;
        if (end <= 0.0f) return {sky_light(forward), 0};

        // Step along the ray by the distance to the surface, until that is smaller than a part of a pixel.
        float t = max(towards_middle - half_chord, 0.0f);
        float threshold = 0.0f;
        bool is_hit = false;
        for (uint32_t step = 0; step < settings_.largest_steps && t < end; ++step) {
            threshold = max(settings_.tolerance * settings_.pixel_size * t, smallest_threshold);
            const float distance = evaluate(origin + forward * t).distance;
            if (distance < threshold) {
                is_hit = true;
                break;
            }
            t += distance * step_factor;
        }
        // A ray that used all its steps is close to the surface nearly always: it passes along it.
        if (!is_hit && t >= end) return {sky_light(forward), evaluations_};
        return {shade(origin + forward * t, forward, threshold), evaluations_};
    }

private:
    /// The estimates exceed the true distance by some percent at places, so a step is a little shorter.
    static constexpr float step_factor = kind == solid_kind::mandelbox ? 0.95f : 0.85f;
    /// Below this distance the rounding errors of `float` would be visible.
    static constexpr float smallest_threshold = 3.0e-6f;

    distance_estimate evaluate(float3 point) {
        ++evaluations_;
        return distance_to_solid<kind>(point, settings_.shape);
    }

    /// Returns the gradient of the distance, from its values at the corners of a tetrahedron (Inigo Quilez, "Normals for an
    /// SDF").
    float3 normal_at(float3 point, float size) {
        const float3 corners[] {{1.0f, -1.0f, -1.0f}, {-1.0f, -1.0f, 1.0f}, {-1.0f, 1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}};
        float3 sum {};
        for (const float3& corner : corners) sum += corner * evaluate(point + corner * size).distance;
        const float squared = dot(sum, sum);
        return squared > 0.0f ? sum * rsqrt(squared) : float3(0.0f, 1.0f, 0.0f);
    }

    /// Returns how much of the sun is visible, 0 to 1. A ray to the sun that passes the surface at the distance h after the
    /// length t is in the half shadow where h / t is less than the sun's radius (Inigo Quilez, "Soft shadows in raymarched SDFs",
    /// 2010).
    float sunlight_at(float3 point, float first_step) {
        float visible = 1.0f;
        float t = first_step;
        for (uint32_t step = 0; step < most_shadow_steps && t < settings_.bound; ++step) {
            const float distance = evaluate(point + to_sun * t).distance;
            if (distance < 0.1f * first_step) return 0.0f;
            visible = min(visible, distance / (settings_.shadow_softness * t));
            t += max(distance, 0.5f * first_step);
        }
        return visible * visible * (3.0f - 2.0f * visible);
    }

    /// Returns how much of the sky is visible, 0 to 1: in a crevice the distance grows more slowly than the height above the
    /// surface (Evans 2006, "Fast approximations for global illumination on dynamic scenes").
    float sky_share_at(float3 point, float3 normal, float smallest_height) {
        float hidden = 0.0f;
        float weight = 1.0f;
        float height = max(smallest_height * 2.0f, 0.006f * settings_.bound);
        float total = 0.0f;
        for (uint32_t i = 0; i < occlusion_steps; ++i) {
            const float distance = evaluate(point + normal * height).distance;
            hidden += weight * clamp(1.0f - distance / height, 0.0f, 1.0f);
            total += weight;
            weight *= 0.8f;
            height *= 2.0f;
        }
        return 1.0f - settings_.occlusion * clamp(1.25f * hidden / total, 0.0f, 1.0f);
    }

    float3 shade(float3 point, float3 forward, float size) {
        const distance_estimate here = evaluate(point);
        const float3 normal = normal_at(point, size);
        const float3 outside = point + normal * (2.0f * size);
        // Choose the colour of the surface by the orbit traps.
        const float3 albedo = albedo_at(here);
        // Light it by the sun, by the sky above, and by light that the ground reflects.
        const float cosine = max(dot(normal, to_sun), 0.0f);
        const float sun = cosine > 0.0f ? cosine * sunlight_at(outside, 3.0f * size) : 0.0f;
        const float sky = sky_share_at(outside, normal, size);
        const float upward = 0.5f + 0.5f * normal.y;
        const float3 ambient =
            float3(0.20f, 0.27f, 0.40f) * (0.25f + 0.75f * upward) + float3(0.12f, 0.08f, 0.05f) * (1.0f - upward);
        float3 light = albedo * (sun_colour * sun + ambient * (sky * sky));
        // Add a highlight by the half vector (Blinn 1977), and the sky's reflection at grazing angles (Schlick 1994).
        const float3 half_vector = normalize(to_sun - forward);
        const float highlight = real_power(max(dot(normal, half_vector), 0.0f), 48);
        const float grazing = clamp(1.0f + dot(normal, forward), 0.0f, 1.0f);
        light += sun_colour * (0.22f * highlight * sun);
        light += horizon_colour * (0.45f * sky * grazing * grazing * grazing * grazing);
        return light;
    }

    float3 albedo_at(const distance_estimate& traps) const {
        const float place = settings_.colour_offset + colour_start + colour_range * (traps.centre + 0.4f * traps.last);
        const float3 base = palette_colour(settings_.palette, place);
        // Orbits that come near a plane of two axes darken the surface.
        return base * (0.22f + 0.50f * clamp(5.0f * traps.planes + 0.1f, 0.0f, 1.0f));
    }

    /// The start of the palette, and how often it repeats while the traps change by 1.
    static constexpr float colour_start = kind == solid_kind::mandelbulb ? 0.1f : 0.0f;
    static constexpr float colour_range = kind == solid_kind::mandelbulb ? 2.2f : kind == solid_kind::mandelbox ? 0.45f : 1.2f;
    const solid_settings& settings_;
    uint32_t evaluations_ = 0;
};

}  // namespace ingot::samples::fractal
