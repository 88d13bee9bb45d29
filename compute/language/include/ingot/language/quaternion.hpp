// Quaternions (section 3.3.1 of the thesis that docs/host-library.md names): rotations in space, on the host and on every
// device, at run time and in constant expressions.
//
// A rotation is a quaternion of length 1; q and -q are the same rotation. The product p * q rotates first by q and then by p,
// like a product of matrices. Angles are in radians. A positive angle is anticlockwise if the axis points to the viewer.
#pragma once

#include <ingot/language/matrix4.hpp>

namespace ingot {

/// The quaternion x i + y j + z k + w. The four numbers are in memory in the order x, y, z, w.
template <detail::floating_point T>
struct alignas(detail::vector_alignment<T, 4>) quaternion {
    using value_type = T;

    T x {}, y {}, z {}, w {T(1)};

    /// The rotation by the angle 0.
    constexpr quaternion() = default;
    constexpr quaternion(T first, T second, T third, T real) : x(first), y(second), z(third), w(real) {}
    constexpr quaternion(const vector<T, 3>& imaginary, T real) : x(imaginary.x), y(imaginary.y), z(imaginary.z), w(real) {}
    template <detail::floating_point U>
        requires(!std::same_as<T, U>)
    constexpr explicit quaternion(const quaternion<U>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)), w(static_cast<T>(other.w)) {}

    /// A rotation about an axis of length 1.
    static constexpr quaternion rotation(const vector<T, 3>& axis, T radians) {
        return {axis * sin(radians / T(2)), cos(radians / T(2))};
    }
    /// The rotation by the smallest angle that turns the direction `from` into the direction `to`; both have length 1. For
    /// opposite directions it is a rotation by pi about one of the axes at right angles to `from`.
    static constexpr quaternion rotation_between(const vector<T, 3>& from, const vector<T, 3>& to);
    /// The rotation in the first three columns and rows of a matrix, which must not scale or mirror.
    static constexpr quaternion from_matrix(const matrix4<T>& rotation);

    /// x, y and z as a vector.
    constexpr vector<T, 3> imaginary() const { return {x, y, z}; }
    /// x, y, z and w as a vector.
    constexpr vector<T, 4> as_vector() const { return {x, y, z, w}; }

    constexpr T length() const { return sqrt(dot(*this)); }
    constexpr T dot(const quaternion& other) const { return x * other.x + y * other.y + z * other.z + w * other.w; }
    /// The angle of the rotation, 0 to 2 pi, and the axis of the rotation. If x, y and z are 0, the axis is (1, 0, 0).
    constexpr T angle() const { return T(2) * atan2(ingot::length(imaginary()), w); }
    constexpr vector<T, 3> axis() const {
        return is_null(imaginary()) ? vector<T, 3>(T(1), T(0), T(0)) : ingot::normalize(imaginary());
    }

    /// normalize(), conjugate() and invert() change the quaternion and return it. normalized(), conjugated() and inverted()
    /// return a changed copy. The inverse is the conjugate divided by the squared length, so for a rotation both are equal.
    constexpr quaternion& normalize() { return *this = normalized(); }
    constexpr quaternion normalized() const {
        const T factor = rsqrt(dot(*this));
        return {x * factor, y * factor, z * factor, w * factor};
    }
    constexpr quaternion& conjugate() { return *this = conjugated(); }
    constexpr quaternion conjugated() const { return {-x, -y, -z, w}; }
    constexpr quaternion& invert() { return *this = inverted(); }
    constexpr quaternion inverted() const {
        const T factor = T(1) / dot(*this);
        return {-x * factor, -y * factor, -z * factor, w * factor};
    }

    /// Returns the vector, rotated by this rotation.
    constexpr vector<T, 3> rotate(const vector<T, 3>& v) const {
        const vector<T, 3> doubled = cross(imaginary(), v) * T(2);
        return v + doubled * w + cross(imaginary(), doubled);
    }
    /// The same rotation as a matrix.
    constexpr matrix4<T> to_matrix() const {
        const vector<T, 3> a = rotate({T(1), T(0), T(0)});
        const vector<T, 3> b = rotate({T(0), T(1), T(0)});
        const vector<T, 3> c = rotate({T(0), T(0), T(1)});
        return {vector<T, 4>(a, T(0)), vector<T, 4>(b, T(0)), vector<T, 4>(c, T(0)), vector<T, 4>(T(0), T(0), T(0), T(1))};
    }
};

using quaternionf = quaternion<float>;
using quaterniond = quaternion<double>;

template <typename T>
constexpr quaternion<T> operator+(const quaternion<T>& left, const quaternion<T>& right) {
    return {left.x + right.x, left.y + right.y, left.z + right.z, left.w + right.w};
}
template <typename T>
constexpr quaternion<T> operator-(const quaternion<T>& left, const quaternion<T>& right) {
    return {left.x - right.x, left.y - right.y, left.z - right.z, left.w - right.w};
}
template <typename T>
constexpr quaternion<T> operator-(const quaternion<T>& value) {
    return {-value.x, -value.y, -value.z, -value.w};
}
/// Hamilton's product: the rotation first by `right`, then by `left`.
template <typename T>
constexpr quaternion<T> operator*(const quaternion<T>& left, const quaternion<T>& right) {
    return {left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w,
            left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z};
}
template <typename T, detail::scalar_for<T> S>
constexpr quaternion<T> operator*(const quaternion<T>& left, S right) {
    const T factor = static_cast<T>(right);
    return {left.x * factor, left.y * factor, left.z * factor, left.w * factor};
}
template <typename T, detail::scalar_for<T> S>
constexpr quaternion<T> operator*(S left, const quaternion<T>& right) {
    return right * left;
}
template <typename T, detail::scalar_for<T> S>
constexpr quaternion<T> operator/(const quaternion<T>& left, S right) {
    const T divisor = static_cast<T>(right);
    return {left.x / divisor, left.y / divisor, left.z / divisor, left.w / divisor};
}
/// left * right.inverted().
template <typename T>
constexpr quaternion<T> operator/(const quaternion<T>& left, const quaternion<T>& right) {
    return left * right.inverted();
}
/// Returns the vector `v`, rotated by `rotation`.
template <typename T, detail::vector_like V>
    requires std::same_as<detail::vector_of_t<V>, vector<T, 3>>
constexpr vector<T, 3> operator*(const quaternion<T>& rotation, const V& v) {
    return rotation.rotate(v);
}

template <typename T>
constexpr quaternion<T>& operator+=(quaternion<T>& left, const quaternion<T>& right) {
    return left = left + right;
}
template <typename T>
constexpr quaternion<T>& operator-=(quaternion<T>& left, const quaternion<T>& right) {
    return left = left - right;
}
template <typename T, typename R>
    requires std::same_as<R, quaternion<T>> || detail::scalar_for<R, T>
constexpr quaternion<T>& operator*=(quaternion<T>& left, const R& right) {
    return left = left * right;
}
template <typename T, typename R>
    requires std::same_as<R, quaternion<T>> || detail::scalar_for<R, T>
constexpr quaternion<T>& operator/=(quaternion<T>& left, const R& right) {
    return left = left / right;
}

/// Returns whether all four numbers are equal, or differ by at most `epsilon`.
template <typename T>
constexpr bool is_equal(const quaternion<T>& left, const quaternion<T>& right, T epsilon = {}) {
    return is_equal(left.as_vector(), right.as_vector(), epsilon);
}
template <typename T>
constexpr bool operator==(const quaternion<T>& left, const quaternion<T>& right) {
    return is_equal(left, right);
}

/// Interpolates from one rotation (at 0) to another (at 1) with constant speed, along the shorter arc (Shoemake 1985).
template <typename T, detail::arithmetic At>
constexpr quaternion<T> slerp(const quaternion<T>& from, const quaternion<T>& to, At fraction) {
    const T t = static_cast<T>(fraction);
    const quaternion<T> end = from.dot(to) < T(0) ? -to : to;
    const T angle = T(2) * atan2((end - from).length(), (end + from).length());
    const T sine = sin(angle);
    // Dividing by a small sine would lose digits. For so small an angle, the normalised linear interpolation differs from the
    // arc by less than 2e-14.
    if (sine < T(1e-4f)) return (from * (T(1) - t) + end * t).normalized();
    return from * (sin((T(1) - t) * angle) / sine) + end * (sin(t * angle) / sine);
}
/// Interpolates linearly and normalises the result. This is cheaper than slerp, but the speed of the rotation is not quite
/// constant.
template <typename T, detail::arithmetic At>
constexpr quaternion<T> interpolate(const quaternion<T>& from, const quaternion<T>& to, At fraction) {
    const T t = static_cast<T>(fraction);
    const quaternion<T> end = from.dot(to) < T(0) ? -to : to;
    return (from * (T(1) - t) + end * t).normalized();
}

template <detail::floating_point T>
constexpr quaternion<T> quaternion<T>::rotation_between(const vector<T, 3>& from, const vector<T, 3>& to) {
    // The rotation by twice the angle is (cross(from, to), dot(from, to)). Its sum with the identity (0, 1), normalised, is
    // the rotation by the angle. For opposite directions the sum is 0.
    const T real = T(1) + ingot::dot(from, to);
    if (real < T(4) * std::numeric_limits<T>::epsilon()) return {ingot::normalize(perpendicular(from)), T(0)};
    return quaternion(cross(from, to), real).normalized();
}

// Of x, y, z and w, the one with the greatest magnitude is computed as a square root. The other three are quotients, whose
// divisor is that number: a division by a small number would lose digits (Shepperd 1978).
template <detail::floating_point T>
constexpr quaternion<T> quaternion<T>::from_matrix(const matrix4<T>& m) {
    const T trace = m[0].x + m[1].y + m[2].z;
    const vector<T, 4> fourfold(m[0].x * T(2) - trace, m[1].y * T(2) - trace, m[2].z * T(2) - trace, trace);
    const size_t greatest = max_element_index(fourfold);
    const T doubled = sqrt(T(1) + fourfold[greatest]);  // twice the greatest number
    const T factor = T(0.5f) / doubled;
    const T half = doubled * T(0.5f);
    const vector<T, 3> differences(m[1].z - m[2].y, m[2].x - m[0].z, m[0].y - m[1].x);
    const vector<T, 3> sums(m[1].z + m[2].y, m[2].x + m[0].z, m[0].y + m[1].x);
    switch (greatest) {
        case 0:
            return {half, sums.z * factor, sums.y * factor, differences.x * factor};
        case 1:
            return {sums.z * factor, half, sums.x * factor, differences.y * factor};
        case 2:
            return {sums.y * factor, sums.x * factor, half, differences.z * factor};
        default:
            return {differences * factor, half};
    }
}

}  // namespace ingot
