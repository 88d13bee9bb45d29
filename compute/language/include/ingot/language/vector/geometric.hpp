// Geometric functions: lengths, angles, reflections, rotations (Table 9 of the thesis that docs/host-library.md names).
// Angles are in radians.
#pragma once

#include <ingot/language/vector/operators.hpp>
#include <utility>

namespace ingot {

/// The dot product: the sum of the products of the components.
template <detail::vector_like L, detail::vector_like R, typename V = detail::operands_t<L, R>>
constexpr typename V::value_type dot(const L& left, const R& right) {
    using T = typename V::value_type;
    const V a = left;
    const V b = right;
    if constexpr (V::dimensions == 1)
        return static_cast<T>(a.x * b.x);
    else if constexpr (V::dimensions == 2)
        return static_cast<T>(a.x * b.x + a.y * b.y);
    else if constexpr (V::dimensions == 3)
        return static_cast<T>(a.x * b.x + a.y * b.y + a.z * b.z);
    else
        return static_cast<T>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

namespace detail {
template <typename V>
concept vector_of_2 = vector_like<V> && vector_of_t<V>::dimensions == 2;
template <typename V>
concept vector_of_3 = vector_like<V> && vector_of_t<V>::dimensions == 3;
}  // namespace detail

/// The cross product: the vector at right angles to two vectors, with the direction of the right-hand rule. Its length is
/// the area of the parallelogram that the two vectors span.
template <detail::vector_of_3 L, detail::vector_of_3 R, typename V = detail::operands_t<L, R>>
constexpr V cross(const L& left, const R& right) {
    using T = typename V::value_type;
    const V a = left;
    const V b = right;
    return {static_cast<T>(a.y * b.z - a.z * b.y), static_cast<T>(a.z * b.x - a.x * b.z), static_cast<T>(a.x * b.y - a.y * b.x)};
}

/// The length, computed as the square root of dot(v, v). If a component is greater than the square root of the largest
/// number, the result is infinite.
template <detail::floating_vector V>
constexpr detail::component_of_t<V> length(const V& v) {
    return sqrt(dot(v, v));
}

/// The square of the distance between two points. No root is taken, so components can be integers.
template <detail::vector_like L, detail::vector_like R, typename V = detail::operands_t<L, R>>
constexpr typename V::value_type distance_squared(const L& from, const R& to) {
    const V offset = to - from;
    return dot(offset, offset);
}

/// The distance between two points.
template <detail::floating_vector L, detail::floating_vector R, typename V = detail::operands_t<L, R>>
constexpr typename V::value_type distance(const L& from, const R& to) {
    return sqrt(distance_squared(from, to));
}

/// The vector of length 1 in the same direction. For a vector of length 0 the components of the result are NaN.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> normalize(const V& v) {
    return v * rsqrt(dot(v, v));
}

/// The angle between two vectors, 0 to pi. It is accurate for all angles, unlike the arc cosine of the dot product
/// (Kahan 2006, "How Futile are Mindless Assessments of Roundoff", section 12).
template <detail::floating_vector L, detail::floating_vector R, typename V = detail::operands_t<L, R>>
constexpr typename V::value_type angle(const L& left, const R& right) {
    const V a = normalize(left);
    const V b = normalize(right);
    return typename V::value_type(2) * atan2(length(a - b), length(a + b));
}

/// Returns `normal` if a ray in direction `incident` hits the front of the surface, otherwise -`normal`. The ray hits
/// the front if the dot product of `incident` and `reference`, the true normal of the surface, is negative.
template <detail::floating_vector V, detail::floating_vector I, detail::floating_vector R>
constexpr detail::vector_of_t<V> faceforward(const V& normal, const I& incident, const R& reference) {
    using result = detail::vector_of_t<V>;
    return dot(reference, incident) < detail::component_of_t<V>(0) ? result(normal) : -result(normal);
}

/// The direction of a ray that came in direction `incident` and is reflected by a surface; `normal` has length 1.
template <detail::floating_vector I, detail::floating_vector N, typename V = detail::operands_t<I, N>>
constexpr V reflect(const I& incident, const N& normal) {
    return incident - normal * (typename V::value_type(2) * dot(normal, incident));
}

/// The direction of a ray that a surface refracts; `incident` and `normal` have length 1. `ratio` is the refractive index of
/// the medium that the ray leaves, divided by that of the medium that the ray enters. At total internal reflection the
/// result is 0. (OpenGL Shading Language 4.60, section 8.5.)
template <detail::floating_vector I, detail::floating_vector N, detail::arithmetic Ratio, typename V = detail::operands_t<I, N>>
constexpr V refract(const I& incident, const N& normal, Ratio ratio) {
    using T = typename V::value_type;
    const T eta = static_cast<T>(ratio);
    const T cosine = dot(normal, incident);
    const T square = T(1) - eta * eta * (T(1) - cosine * cosine);
    if (square < T(0)) return V {};
    return incident * eta - normal * (eta * cosine + sqrt(square));
}

/// Returns 0 for each component that is less than the edge, otherwise 1.
template <typename E, detail::vector_like X, typename V = detail::operands_t<E, X>>
constexpr V step(const E& edge, const X& x) {
    using T = typename V::value_type;
    return detail::combine<V>(edge, x, [](T a, T b) { return b < a ? T(0) : T(1); });
}

/// Returns for each component 0 before the first edge, 1 after the second edge, and 3t² - 2t³ between the edges, where t
/// rises linearly from 0 to 1 (Hermite interpolation). The edges must differ.
template <typename E, typename F, detail::floating_vector X, typename V = detail::operands_t<E, X>>
constexpr V smoothstep(const E& first_edge, const F& second_edge, const X& x) {
    using T = typename V::value_type;
    const V first = detail::widen<V>(first_edge);
    const V second = detail::widen<V>(second_edge);
    return detail::each<V>([](T a, T b, T c) { return smoothstep(a, b, c); }, first, second, V(x));
}

/// Returns a vector of the plane, rotated by an angle; anticlockwise if y points upwards.
template <detail::floating_vector V, detail::arithmetic Angle>
    requires detail::vector_of_2<V>
constexpr detail::vector_of_t<V> rotate(const V& v, Angle radians) {
    using T = detail::component_of_t<V>;
    const detail::vector_of_t<V> a = v;
    const T sine = sin(static_cast<T>(radians));
    const T cosine = cos(static_cast<T>(radians));
    return {a.x * cosine - a.y * sine, a.x * sine + a.y * cosine};
}
/// Returns a vector, rotated about an axis of length 1 by an angle; anticlockwise if the axis points to the viewer
/// (Rodrigues' formula).
template <detail::vector_of_3 V, detail::vector_of_3 Axis, detail::arithmetic Angle>
    requires detail::floating_vector<V>
constexpr detail::vector_of_t<V> rotate(const V& v, const Axis& axis, Angle radians) {
    using T = detail::component_of_t<V>;
    const T sine = sin(static_cast<T>(radians));
    const T cosine = cos(static_cast<T>(radians));
    return v * cosine + cross(axis, v) * sine + axis * (dot(axis, v) * (T(1) - cosine));
}

/// Returns a vector of the plane, rotated by 90 degrees; anticlockwise if y points upwards. It has the same length.
template <detail::vector_of_2 V>
constexpr detail::vector_of_t<V> perpendicular(const V& v) {
    using T = detail::component_of_t<V>;
    const detail::vector_of_t<V> a = v;
    return {static_cast<T>(-a.y), a.x};
}
/// Returns one of the vectors of space at right angles to `v`: the cross product of `v` and the coordinate axis whose
/// direction differs most from that of `v`. The result may be shorter than `v`; its length is 0 only if `v` is 0.
template <detail::vector_of_3 V>
constexpr detail::vector_of_t<V> perpendicular(const V& v) {
    using T = detail::component_of_t<V>;
    const auto magnitude = [](T value) { return value < T(0) ? static_cast<T>(-value) : value; };
    const detail::vector_of_t<V> a = v;
    if (magnitude(a.x) <= magnitude(a.y) && magnitude(a.x) <= magnitude(a.z)) return {T(0), a.z, static_cast<T>(-a.y)};
    if (magnitude(a.y) <= magnitude(a.z)) return {static_cast<T>(-a.z), T(0), a.x};
    return {a.y, static_cast<T>(-a.x), T(0)};
}

namespace detail {

/// The geometric functions as members. A function whose name is a verb, such as normalize(), changes the vector and returns
/// it. The function with the participle, such as normalized(), returns a changed copy.
template <typename T, size_t N>
class geometric_members {
    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    /// The dot product of the vector with itself, which is the square of the length; and with another vector.
    constexpr T dot() const { return ingot::dot(self(), self()); }
    constexpr T dot(const V& other) const { return ingot::dot(self(), other); }
    constexpr T length() const { return ingot::length(self()); }
    constexpr T distance(const V& other) const { return ingot::distance(self(), other); }
    constexpr T distance_squared(const V& other) const { return ingot::distance_squared(self(), other); }
    constexpr T angle(const V& other) const { return ingot::angle(self(), other); }

    constexpr V& cross(const V& other) { return self() = crossed(other); }
    constexpr V crossed(const V& other) const { return ingot::cross(self(), other); }
    constexpr V& normalize() { return self() = normalized(); }
    constexpr V normalized() const { return ingot::normalize(self()); }
    /// In faceforward() and faceforwarded() this vector is the normal.
    constexpr V& faceforward(const V& incident, const V& reference) { return self() = faceforwarded(incident, reference); }
    constexpr V faceforwarded(const V& incident, const V& reference) const {
        return ingot::faceforward(self(), incident, reference);
    }
    /// In the functions for reflection and refraction this vector is the incident direction.
    constexpr V& reflect(const V& normal) { return self() = reflected(normal); }
    constexpr V reflected(const V& normal) const { return ingot::reflect(self(), normal); }
    constexpr V& refract(const V& normal, T ratio) { return self() = refracted(normal, ratio); }
    constexpr V refracted(const V& normal, T ratio) const { return ingot::refract(self(), normal, ratio); }
    /// The edges are vectors or scalars.
    template <typename E>
    constexpr V& step(const E& edge) {
        return self() = stepped(edge);
    }
    template <typename E>
    constexpr V stepped(const E& edge) const {
        return ingot::step(edge, self());
    }
    template <typename E, typename F>
    constexpr V& smoothstep(const E& first_edge, const F& second_edge) {
        return self() = smoothstepped(first_edge, second_edge);
    }
    template <typename E, typename F>
    constexpr V smoothstepped(const E& first_edge, const F& second_edge) const {
        return ingot::smoothstep(first_edge, second_edge, self());
    }
    /// The arguments are an angle for a vector of the plane, or an axis and an angle for a vector of space.
    template <typename... Arguments>
    constexpr V& rotate(const Arguments&... axis_and_angle) {
        return self() = rotated(axis_and_angle...);
    }
    template <typename... Arguments>
    constexpr V rotated(const Arguments&... axis_and_angle) const {
        return ingot::rotate(self(), axis_and_angle...);
    }
    constexpr V perpendicular() const { return ingot::perpendicular(self()); }
};

}  // namespace detail

}  // namespace ingot
