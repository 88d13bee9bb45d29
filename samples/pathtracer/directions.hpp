// Directions: orthonormal frames around a normal, and the sampling of points and directions.
#pragma once

#include <bit>
#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::pathtracer {

inline constexpr float pi = 3.14159265358979f;

/// Returns the luminance of a linear colour with the primaries of Rec. 709.
constexpr float luminance(const float3& colour) { return 0.2126f * colour.x + 0.7152f * colour.y + 0.0722f * colour.z; }
constexpr float max_component(const float3& value) { return fmax(value.x, fmax(value.y, value.z)); }
constexpr float squared(float value) { return value * value; }
constexpr float saturate(float value) { return clamp(value, 0.0f, 1.0f); }

/// An orthonormal frame. In local coordinates z is along the normal.
struct frame {
    float3 tangent;
    float3 bitangent;
    float3 normal;

    constexpr float3 to_world(const float3& v) const { return tangent * v.x + bitangent * v.y + normal * v.z; }
    constexpr float3 to_local(const float3& v) const { return {dot(v, tangent), dot(v, bitangent), dot(v, normal)}; }
};

/// Returns a frame around the normal (Duff et al. 2017, "Building an Orthonormal Basis, Revisited", JCGT 6(1)).
inline frame frame_around(const float3& normal) {
    const float sign = copysign(1.0f, normal.z);
    const float a = -1.0f / (sign + normal.z);
    const float b = normal.x * normal.y * a;
    return {float3(1.0f + sign * normal.x * normal.x * a, sign * b, -sign * normal.x),
            float3(b, sign + normal.y * normal.y * a, -normal.y), normal};
}

/// Maps two uniform numbers to a uniform point of the unit disk (Shirley and Chiu 1997, "A Low Distortion Map Between
/// Disk and Square").
inline float2 point_in_disk(float first, float second) {
    const float x = 2.0f * first - 1.0f;
    const float y = 2.0f * second - 1.0f;
    if (x == 0.0f && y == 0.0f) return {0.0f, 0.0f};
    const bool flat = fabs(x) > fabs(y);
    const float radius = flat ? x : y;
    const float angle = flat ? 0.25f * pi * (y / x) : 0.5f * pi - 0.25f * pi * (x / y);
    return {radius * cos(angle), radius * sin(angle)};
}

/// Maps two uniform numbers to a direction around +z with density cos / pi per solid angle (Malley's method: project a
/// point of the disk up to the hemisphere).
inline float3 cosine_direction(float first, float second) {
    const float2 disk = point_in_disk(first, second);
    return {disk.x, disk.y, sqrt(fmax(0.0f, 1.0f - disk.x * disk.x - disk.y * disk.y))};
}

/// Maps two uniform numbers to a uniform point of a triangle: returns the weights of its second and third corner (Heitz
/// 2019, "A Low-Distortion Map Between Triangle and Square").
inline float2 point_in_triangle(float first, float second) {
    float b = 0.5f * first;
    float c = 0.5f * second;
    const float offset = c - b;
    if (offset > 0.0f)
        c += offset;
    else
        b -= offset;
    return {b, c};
}

/// Offsets a ray's origin from a surface along the normal, so that the ray does not hit the same surface again. The
/// offset of a coordinate is up to 256 units in the last place, or up to 1/65536 near 0 (Wächter and Binder 2019, "A Fast
/// and Robust Method for Avoiding Self-Intersection", Ray Tracing Gems, chapter 6; pbrt-v4, section 6.8, explains the
/// rounding errors).
inline float offset_from_surface(float place, float normal) {
    constexpr float near_origin = 1.0f / 32.0f;
    constexpr float float_scale = 1.0f / 65536.0f;
    constexpr float integer_scale = 256.0f;
    if (fabs(place) < near_origin) return place + float_scale * normal;
    const auto steps = static_cast<int32_t>(integer_scale * normal);
    return std::bit_cast<float>(std::bit_cast<int32_t>(place) + (place < 0.0f ? -steps : steps));
}
inline float3 offset_from_surface(const float3& point, const float3& normal) {
    return {offset_from_surface(point.x, normal.x), offset_from_surface(point.y, normal.y),
            offset_from_surface(point.z, normal.z)};
}

}  // namespace ingot::samples::pathtracer
