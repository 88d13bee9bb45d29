// Lower bounds of the distance from a point to a fractal in space. Sphere tracing steps along a ray by these distances.
// A fractal here is the set of points whose orbit under a map stays near the origin. If the orbit of a point escapes, its
// length |z| and the length of its derivative |z'| give the distance to the set: 1/2 · |z| ln|z| / |z'| (Hart, Sandin and
// Kauffman 1989, "Ray tracing deterministic 3-D fractals", section 4).
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// The fractals in space.
enum class solid_kind : uint32_t {
    mandelbulb,  ///< White and Nylander 2009
    mandelbox,   ///< Tom Lowe 2010
    julia,       ///< a slice of a Julia set of quaternions
};

/// The constants of the maps.
struct solid_shape {
    uint32_t iterations = 12;  ///< of the map, at most
    uint32_t power = 8;        ///< of the Mandelbulb
    float box_scale = 2.0f;    ///< of the Mandelbox
    float slice = 0.0f;        ///< fourth coordinate of the slice through the Julia set
};

/// A distance, and where the orbit passed closest to some places. These orbit traps (Pickover) give the surface its colours.
struct distance_estimate {
    float distance = 0.0f;
    float planes = 0.0f;  ///< smallest distance of the orbit to a plane of two axes
    float centre = 0.0f;  ///< smallest distance to the origin
    float last = 0.0f;    ///< smallest distance to the axis of rotation
};

constexpr float2 complex_product(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

/// Returns base^exponent by repeated squaring. If the base is (cos a, sin a), the result is (cos na, sin na), so no
/// trigonometric function has to be evaluated.
constexpr float2 complex_power(float2 base, uint32_t exponent) {
    float2 result {1.0f, 0.0f};
    for (; exponent != 0; exponent >>= 1u) {
        if ((exponent & 1u) != 0) result = complex_product(result, base);
        base = complex_product(base, base);
    }
    return result;
}

constexpr float real_power(float base, uint32_t exponent) {
    float result = 1.0f;
    for (; exponent != 0; exponent >>= 1u) {
        if ((exponent & 1u) != 0) result *= base;
        base *= base;
    }
    return result;
}

/// The Mandelbulb: z -> z^n + c, where the power of a point in space multiplies both of its spherical angles by n. The y axis is
/// the axis of rotation.
inline distance_estimate mandelbulb_distance(float3 c, const solid_shape& shape) {
    float3 z = c;
    float derivative = 1.0f;
    float squared = dot(z, z);
    float3 nearest_planes = abs(z);
    float nearest_centre = squared;
    float nearest_axis = z.x * z.x + z.z * z.z;
    for (uint32_t i = 0; i < shape.iterations && squared < 16.0f; ++i) {
        const float radius = sqrt(squared);
        const float from_axis = sqrt(z.x * z.x + z.z * z.z);
        // Sine and cosine of both angles follow from the coordinates. On the axis the azimuth is 0.
        const float2 polar = radius > 0.0f ? float2(z.y, from_axis) / radius : float2(1.0f, 0.0f);
        const float2 azimuth = from_axis > 0.0f ? float2(z.x, z.z) / from_axis : float2(1.0f, 0.0f);
        const float2 polar_n = complex_power(polar, shape.power);
        const float2 azimuth_n = complex_power(azimuth, shape.power);
        // |z'| becomes n |z|^(n-1) |z'| + 1.
        const float radius_n1 = real_power(radius, shape.power - 1);
        derivative = static_cast<float>(shape.power) * radius_n1 * derivative + 1.0f;
        z = float3(polar_n.y * azimuth_n.x, polar_n.x, polar_n.y * azimuth_n.y) * (radius_n1 * radius) + c;
        squared = dot(z, z);
        nearest_planes = min(nearest_planes, abs(z));
        nearest_centre = min(nearest_centre, squared);
        nearest_axis = min(nearest_axis, z.x * z.x + z.z * z.z);
    }
    return {0.25f * log(squared) * sqrt(squared) / derivative, min(nearest_planes.x, min(nearest_planes.y, nearest_planes.z)),
            sqrt(nearest_centre), sqrt(nearest_axis)};
}

/// The Mandelbox: fold the coordinates at the planes ±1, fold the inside of a ball to its outside, scale, and add c. The map is a
/// similarity between its folds, so |z| / |z'| is the distance.
inline distance_estimate mandelbox_distance(float3 c, const solid_shape& shape) {
    constexpr float inner_squared = 0.25f;  // radius 1/2 of the ball in which the map is linear
    float3 z = c;
    float derivative = 1.0f;
    float3 nearest_planes = abs(z);
    float nearest_centre = dot(z, z);
    float nearest_axis = nearest_centre;
    for (uint32_t i = 0; i < shape.iterations && dot(z, z) < 1.0e4f; ++i) {
        z = clamp(z, float3(-1.0f), float3(1.0f)) * 2.0f - z;
        const float squared = dot(z, z);
        const float factor = squared < inner_squared ? 1.0f / inner_squared : squared < 1.0f ? 1.0f / squared : 1.0f;
        nearest_planes = min(nearest_planes, abs(z));
        nearest_centre = min(nearest_centre, squared);
        nearest_axis = min(nearest_axis, abs(squared - 1.0f));
        z = z * (factor * shape.box_scale) + c;
        derivative = derivative * factor * abs(shape.box_scale) + 1.0f;
    }
    return {length(z) / derivative, min(nearest_planes.x, min(nearest_planes.y, nearest_planes.z)), sqrt(nearest_centre),
            nearest_axis};
}

/// The Julia set of q -> q^2 + c for quaternions q = (x, y, z, w), of which the picture shows the slice w = shape.slice.
inline distance_estimate julia_distance(float3 point, const solid_shape& shape) {
    const float4 c {-0.2f, 0.8f, 0.0f, 0.0f};
    float4 q {point.x, point.y, point.z, shape.slice};
    float squared = dot(q, q);
    float derivative_squared = 1.0f;
    float3 nearest_planes = abs(point);
    float nearest_centre = squared;
    float nearest_axis = q.x * q.x;
    for (uint32_t i = 0; i < shape.iterations && squared < 256.0f; ++i) {
        derivative_squared *= 4.0f * squared;
        // The square of a quaternion with real part x and vector part v is (x^2 - v·v, 2xv).
        q = float4(q.x * q.x - q.y * q.y - q.z * q.z - q.w * q.w, 2.0f * q.x * q.y, 2.0f * q.x * q.z, 2.0f * q.x * q.w) + c;
        squared = dot(q, q);
        nearest_planes = min(nearest_planes, abs(float3(q.y, q.z, q.w)));
        nearest_centre = min(nearest_centre, squared);
        nearest_axis = min(nearest_axis, q.x * q.x);
    }
    return {0.25f * log(squared) * sqrt(squared / derivative_squared),
            min(nearest_planes.x, min(nearest_planes.y, nearest_planes.z)), sqrt(nearest_centre), sqrt(nearest_axis)};
}

template <solid_kind kind>
inline distance_estimate distance_to_solid(float3 point, const solid_shape& shape) {
    if constexpr (kind == solid_kind::mandelbulb) return mandelbulb_distance(point, shape);
    if constexpr (kind == solid_kind::mandelbox) return mandelbox_distance(point, shape);
    if constexpr (kind == solid_kind::julia) return julia_distance(point, shape);
}

}  // namespace ingot::samples::fractal
