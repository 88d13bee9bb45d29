// Quaternions (thesis, section 3.3.1): rotations in space, on the host and on every device, at run time and in constant
// expressions.
//
// A rotation is a quaternion of length 1; q and -q are the same rotation. The product p * q rotates as q and then p do, like
// matrices. Angles are in radians, anticlockwise if the axis points to the viewer.
#pragma once

#include <ingot/language/matrix4.hpp>

namespace ingot {

/// x i + y j + z k + w, in memory in this order.
template <detail::floating_point T>
struct alignas(detail::vector_alignment<T, 4>) quaternion {
    using value_type = T;

    T x {}, y {}, z {}, w {T(1)};

    /// The rotation that changes nothing.
    constexpr quaternion() = default;
    constexpr quaternion(T first, T second, T third, T real) : x(first), y(second), z(third), w(real) {}
    constexpr quaternion(const vector<T, 3>& imaginary, T real) : x(imaginary.x), y(imaginary.y), z(imaginary.z), w(real) {}
    template <detail::floating_point U>
        requires(!std::same_as<T, U>)
    constexpr explicit quaternion(const quaternion<U>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)), w(static_cast<T>(other.w)) {}

    /// About an axis of length 1.
    static constexpr quaternion rotation(const vector<T, 3>& axis, T radians) {
        return {axis * sin(radians / T(2)), cos(radians / T(2))};
    }
    /// The shortest rotation that turns one direction into another; both have length 1. For opposite ones the axis is any that is
    /// at right angles.
    static constexpr quaternion rotation_between(const vector<T, 3>& from, const vector<T, 3>& to);
    /// The rotation in the first three columns and rows of a matrix, which must not scale or mirror.
    static constexpr quaternion from_matrix(const matrix4<T>& rotation);

    /// x, y and z as a vector.
    constexpr vector<T, 3> imaginary() const { return {x, y, z}; }
    /// All four, in this order.
    constexpr vector<T, 4> as_vector() const { return {x, y, z, w}; }

    constexpr T length() const { return sqrt(dot(*this)); }
    constexpr T dot(const quaternion& other) const { return x * other.x + y * other.y + z * other.z + w * other.w; }
    /// The angle of the rotation, 0 to 2 pi, and its axis; where the angle is 0, the axis is x.
    constexpr T angle() const { return T(2) * atan2(ingot::length(imaginary()), w); }
    constexpr vector<T, 3> axis() const {
        return is_null(imaginary()) ? vector<T, 3>(T(1), T(0), T(0)) : ingot::normalize(imaginary());
    }

    /// A verb changes the quaternion and returns it, a participle returns a changed copy. The conjugate of a rotation
    /// is its inverse; the inverse of other quaternions also divides by the squared length.
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

    /// A vector rotated by this rotation.
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
/// The rotation `right` and then `left` (Hamilton's product).
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
/// A vector rotated.
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

/// Whether all four numbers are equal, or at most `epsilon` apart.
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
    // So near that the arc is straight to rounding.
    if (sine < T(1e-4f)) return (from * (T(1) - t) + end * t).normalized();
    return from * (sin((T(1) - t) * angle) / sine) + end * (sin(t * angle) / sine);
}
/// Interpolates linearly and normalises: cheaper than slerp, with a speed that is not quite constant.
template <typename T, detail::arithmetic At>
constexpr quaternion<T> interpolate(const quaternion<T>& from, const quaternion<T>& to, At fraction) {
    const T t = static_cast<T>(fraction);
    const quaternion<T> end = from.dot(to) < T(0) ? -to : to;
    return (from * (T(1) - t) + end * t).normalized();
}

template <detail::floating_point T>
constexpr quaternion<T> quaternion<T>::rotation_between(const vector<T, 3>& from, const vector<T, 3>& to) {
    // The normalised mean of no rotation and the rotation by twice the angle is the rotation by the angle. For
    // opposite directions this mean does not exist.
    const T real = T(1) + ingot::dot(from, to);
    if (real < T(4) * std::numeric_limits<T>::epsilon()) return {ingot::normalize(perpendicular(from)), T(0)};
    return quaternion(cross(from, to), real).normalized();
}

// Computes the greatest of the four numbers as a root, and the other three by dividing by it. Dividing by a small number would
// lose digits (Shepperd 1978).
template <detail::floating_point T>
constexpr quaternion<T> quaternion<T>::from_matrix(const matrix4<T>& m) {
    const T trace = m[0].x + m[1].y + m[2].z;
    const vector<T, 4> fourfold(m[0].x * T(2) - trace, m[1].y * T(2) - trace, m[2].z * T(2) - trace, trace);
    const size_t greatest = max_element_index(fourfold);
    const T doubled = sqrt(T(1) + fourfold[greatest]);  // twice that number
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
