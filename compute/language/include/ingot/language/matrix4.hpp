// Matrices of four by four numbers (section 3.3.1 of the thesis that docs/host-library.md names), on the host and on every
// device, at run time and in constant expressions.
//
// The conventions are OpenGL's. A matrix is four columns, stored one after the other, and transforms a column vector
// from the left: m * v. Space is right-handed, a camera looks along its negative z axis, and a projection maps the
// visible volume to -1 … 1 in x, y and z.
#pragma once

#include <ingot/language/vector.hpp>

namespace ingot {

/// A 4x4 matrix of numbers. Matrices of floating-point numbers also have inverses, rotations and projections.
template <typename T>
struct matrix4 {
    static_assert(detail::arithmetic<T>, "the elements of a matrix are numbers");

    using value_type = T;
    using column_type = vector<T, 4>;

    column_type columns[4];

    /// The identity.
    constexpr matrix4() : matrix4(T(1)) {}
    /// A matrix with one number in the whole diagonal, and 0 elsewhere.
    constexpr explicit matrix4(T diagonal)
        : columns {{diagonal, T {}, T {}, T {}},
                   {T {}, diagonal, T {}, T {}},
                   {T {}, T {}, diagonal, T {}},
                   {T {}, T {}, T {}, diagonal}} {}
    constexpr matrix4(const column_type& first, const column_type& second, const column_type& third, const column_type& fourth)
        : columns {first, second, third, fourth} {}
    /// All elements, column by column.
    template <detail::arithmetic... Elements>
        requires(sizeof...(Elements) == 16)
    constexpr explicit matrix4(Elements... elements) : columns {} {
        size_t next = 0;
        ((columns[next / 4][next % 4] = static_cast<T>(elements), ++next), ...);
    }
    template <detail::arithmetic U>
        requires(!std::same_as<T, U>)
    constexpr explicit matrix4(const matrix4<U>& other)
        : columns {column_type(other.columns[0]), column_type(other.columns[1]), column_type(other.columns[2]),
                   column_type(other.columns[3])} {}

    /// Returns a column by its index, 0 to 3; m[column][row] is an element.
    constexpr column_type& operator[](size_t column) { return columns[column]; }
    constexpr const column_type& operator[](size_t column) const { return columns[column]; }
    constexpr column_type row(size_t index) const {
        return {columns[0][index], columns[1][index], columns[2][index], columns[3][index]};
    }
    /// Returns the address of the 16 elements, which are stored column by column, as glUniformMatrix4fv expects them.
    constexpr T* data() { return columns[0].data(); }
    constexpr const T* data() const { return columns[0].data(); }

    /// Exchange rows and columns. transpose() changes the matrix and returns it; transposed() returns a changed copy.
    constexpr matrix4& transpose() { return *this = transposed(); }
    constexpr matrix4 transposed() const { return {row(0), row(1), row(2), row(3)}; }
    /// Returns the determinant. For integers it is exact if no product or sum overflows.
    constexpr T determinant() const;
    /// Compute the inverse. invert() changes the matrix and returns it; inverted() returns the inverse. A matrix whose
    /// determinant is 0 has no inverse; the elements of the result are then infinite or NaN.
    constexpr matrix4& invert()
        requires detail::floating_point<T>
    {
        return *this = inverted();
    }
    constexpr matrix4 inverted() const
        requires detail::floating_point<T>;

    /// Transforms a point: multiplies the matrix by (point, 1) and returns x, y and z of the product. Does not divide
    /// by w, so it is not suitable for perspective projections.
    constexpr vector<T, 3> transform_point(const vector<T, 3>& point) const {
        const column_type transformed_point = columns[0] * point.x + columns[1] * point.y + columns[2] * point.z + columns[3];
        return {transformed_point.x, transformed_point.y, transformed_point.z};
    }
    /// Transforms a direction: multiplies the matrix by (direction, 0), so a translation has no effect.
    constexpr vector<T, 3> transform_direction(const vector<T, 3>& direction) const {
        const column_type turned = columns[0] * direction.x + columns[1] * direction.y + columns[2] * direction.z;
        return {turned.x, turned.y, turned.z};
    }

    static constexpr matrix4 identity() { return {}; }
    static constexpr matrix4 translation(const vector<T, 3>& offset);
    static constexpr matrix4 scaling(const vector<T, 3>& factors);
    /// A rotation about an axis of length 1 by an angle in radians; anticlockwise if the axis points to the viewer.
    static constexpr matrix4 rotation(const vector<T, 3>& axis, T radians)
        requires detail::floating_point<T>;
    /// The transformation from the coordinates of the world to those of a camera at `eye` that looks at `centre` (gluLookAt).
    /// `up` points upwards in the picture, and must not be parallel to the direction of view.
    static constexpr matrix4 look_at(const vector<T, 3>& eye, const vector<T, 3>& centre, const vector<T, 3>& up)
        requires detail::floating_point<T>;
    /// A perspective projection (gluPerspective): the vertical field of view in radians, the picture's width divided by its
    /// height, and the distances of the nearest and the farthest visible plane, 0 < near < far.
    static constexpr matrix4 perspective(T field_of_view, T aspect, T near, T far)
        requires detail::floating_point<T>;
    /// A perspective projection of what is visible through a rectangle in the near plane (glFrustum).
    static constexpr matrix4 frustum(T left, T right, T bottom, T top, T near, T far)
        requires detail::floating_point<T>;
    /// A parallel projection of a box (glOrtho); near and far are distances in the direction of view.
    static constexpr matrix4 orthographic(T left, T right, T bottom, T top, T near, T far)
        requires detail::floating_point<T>;
};

using matrix4f = matrix4<float>;
using matrix4d = matrix4<double>;
using matrix4i = matrix4<int32_t>;

namespace detail {

// Returns the matrix whose columns are the results of `function` for the columns of the matrices.
template <typename T, typename Function, typename... Matrices>
constexpr matrix4<T> each_column(Function function, const Matrices&... matrices) {
    return {function(matrices.columns[0]...), function(matrices.columns[1]...), function(matrices.columns[2]...),
            function(matrices.columns[3]...)};
}

// The 2 x 2 determinants from which the determinant and the inverse of the matrix are computed (Laplace's expansion). `upper`
// contains those of rows 0 and 1, and `lower` those of rows 2 and 3. The columns are the pairs (0, 1), (0, 2), (0, 3), (1, 2),
// (1, 3) and (2, 3), in this order.
template <typename T>
struct minors {
    T upper[6];
    T lower[6];

    constexpr explicit minors(const matrix4<T>& m) : upper {}, lower {} {
        size_t next = 0;
        for (size_t i = 0; i < 3; ++i)
            for (size_t j = i + 1; j < 4; ++j, ++next) {
                upper[next] = static_cast<T>(m[i].x * m[j].y - m[i].y * m[j].x);
                lower[next] = static_cast<T>(m[i].z * m[j].w - m[i].w * m[j].z);
            }
    }
    constexpr T determinant() const {
        return static_cast<T>(upper[0] * lower[5] - upper[1] * lower[4] + upper[2] * lower[3] + upper[3] * lower[2] -
                              upper[4] * lower[1] + upper[5] * lower[0]);
    }
};

}  // namespace detail

template <typename T>
constexpr matrix4<T> operator+(const matrix4<T>& left, const matrix4<T>& right) {
    return detail::each_column<T>([](const auto& a, const auto& b) { return a + b; }, left, right);
}
template <typename T>
constexpr matrix4<T> operator-(const matrix4<T>& left, const matrix4<T>& right) {
    return detail::each_column<T>([](const auto& a, const auto& b) { return a - b; }, left, right);
}
template <typename T>
constexpr matrix4<T> operator-(const matrix4<T>& matrix) {
    return detail::each_column<T>([](const auto& a) { return -a; }, matrix);
}
/// Multiply or divide each element by a scalar.
template <typename T, detail::scalar_for<T> S>
constexpr matrix4<T> operator*(const matrix4<T>& left, S right) {
    return detail::each_column<T>([=](const auto& a) { return a * right; }, left);
}
template <typename T, detail::scalar_for<T> S>
constexpr matrix4<T> operator*(S left, const matrix4<T>& right) {
    return right * left;
}
template <typename T, detail::scalar_for<T> S>
constexpr matrix4<T> operator/(const matrix4<T>& left, S right) {
    return detail::each_column<T>([=](const auto& a) { return a / right; }, left);
}
/// The product of the matrix and a column vector.
template <typename T, detail::vector_like V>
    requires std::same_as<detail::vector_of_t<V>, vector<T, 4>>
constexpr vector<T, 4> operator*(const matrix4<T>& left, const V& right) {
    const vector<T, 4> v = right;
    return left[0] * v.x + left[1] * v.y + left[2] * v.z + left[3] * v.w;
}
/// The product of a row vector and the matrix; equal to right.transposed() * left.
template <typename T, detail::vector_like V>
    requires std::same_as<detail::vector_of_t<V>, vector<T, 4>>
constexpr vector<T, 4> operator*(const V& left, const matrix4<T>& right) {
    const vector<T, 4> v = left;
    return {dot(v, right[0]), dot(v, right[1]), dot(v, right[2]), dot(v, right[3])};
}
/// The product of two matrices. It transforms a column vector first by `right`, then by `left`.
template <typename T>
constexpr matrix4<T> operator*(const matrix4<T>& left, const matrix4<T>& right) {
    return detail::each_column<T>([&](const vector<T, 4>& column) { return left * column; }, right);
}

template <typename T, typename R>
    requires requires(const matrix4<T>& a, const R& b) {
        { a + b } -> std::same_as<matrix4<T>>;
    }
constexpr matrix4<T>& operator+=(matrix4<T>& left, const R& right) {
    return left = left + right;
}
template <typename T, typename R>
    requires requires(const matrix4<T>& a, const R& b) {
        { a - b } -> std::same_as<matrix4<T>>;
    }
constexpr matrix4<T>& operator-=(matrix4<T>& left, const R& right) {
    return left = left - right;
}
template <typename T, typename R>
    requires requires(const matrix4<T>& a, const R& b) {
        { a * b } -> std::same_as<matrix4<T>>;
    }
constexpr matrix4<T>& operator*=(matrix4<T>& left, const R& right) {
    return left = left * right;
}
template <typename T, typename R>
    requires requires(const matrix4<T>& a, const R& b) {
        { a / b } -> std::same_as<matrix4<T>>;
    }
constexpr matrix4<T>& operator/=(matrix4<T>& left, const R& right) {
    return left = left / right;
}

/// Returns whether all elements are equal, or differ by at most `epsilon`.
template <typename T>
constexpr bool is_equal(const matrix4<T>& left, const matrix4<T>& right, T epsilon = {}) {
    for (size_t i = 0; i < 4; ++i)
        if (!is_equal(left[i], right[i], epsilon)) return false;
    return true;
}
template <typename T>
constexpr bool operator==(const matrix4<T>& left, const matrix4<T>& right) {
    return is_equal(left, right);
}

/// transposed(), determinant() and inverted() as free functions.
template <typename T>
constexpr matrix4<T> transpose(const matrix4<T>& matrix) {
    return matrix.transposed();
}
template <typename T>
constexpr T determinant(const matrix4<T>& matrix) {
    return matrix.determinant();
}
template <detail::floating_point T>
constexpr matrix4<T> inverse(const matrix4<T>& matrix) {
    return matrix.inverted();
}

template <typename T>
constexpr T matrix4<T>::determinant() const {
    return detail::minors<T>(*this).determinant();
}

template <typename T>
constexpr matrix4<T> matrix4<T>::inverted() const
    requires detail::floating_point<T>
{
    const detail::minors<T> minors(*this);
    const T(&u)[6] = minors.upper;
    const T(&l)[6] = minors.lower;
    const matrix4& m = *this;
    const matrix4 adjugate({m[1].y * l[5] - m[2].y * l[4] + m[3].y * l[3], -m[0].y * l[5] + m[2].y * l[2] - m[3].y * l[1],
                            m[0].y * l[4] - m[1].y * l[2] + m[3].y * l[0], -m[0].y * l[3] + m[1].y * l[1] - m[2].y * l[0]},
                           {-m[1].x * l[5] + m[2].x * l[4] - m[3].x * l[3], m[0].x * l[5] - m[2].x * l[2] + m[3].x * l[1],
                            -m[0].x * l[4] + m[1].x * l[2] - m[3].x * l[0], m[0].x * l[3] - m[1].x * l[1] + m[2].x * l[0]},
                           {m[1].w * u[5] - m[2].w * u[4] + m[3].w * u[3], -m[0].w * u[5] + m[2].w * u[2] - m[3].w * u[1],
                            m[0].w * u[4] - m[1].w * u[2] + m[3].w * u[0], -m[0].w * u[3] + m[1].w * u[1] - m[2].w * u[0]},
                           {-m[1].z * u[5] + m[2].z * u[4] - m[3].z * u[3], m[0].z * u[5] - m[2].z * u[2] + m[3].z * u[1],
                            -m[0].z * u[4] + m[1].z * u[2] - m[3].z * u[0], m[0].z * u[3] - m[1].z * u[1] + m[2].z * u[0]});
    return adjugate * (T(1) / minors.determinant());
}

template <typename T>
constexpr matrix4<T> matrix4<T>::translation(const vector<T, 3>& offset) {
    matrix4 result;
    result.columns[3] = vector<T, 4>(offset, T(1));
    return result;
}

template <typename T>
constexpr matrix4<T> matrix4<T>::scaling(const vector<T, 3>& factors) {
    matrix4 result;
    for (size_t i = 0; i < 3; ++i) result.columns[i][i] = factors[i];
    return result;
}

template <typename T>
constexpr matrix4<T> matrix4<T>::rotation(const vector<T, 3>& axis, T radians)
    requires detail::floating_point<T>
{
    const T sine = sin(radians);
    const T cosine = cos(radians);
    const vector<T, 3> rest = axis * (T(1) - cosine);
    return {{axis.x * rest.x + cosine, axis.y * rest.x + axis.z * sine, axis.z * rest.x - axis.y * sine, T(0)},
            {axis.x * rest.y - axis.z * sine, axis.y * rest.y + cosine, axis.z * rest.y + axis.x * sine, T(0)},
            {axis.x * rest.z + axis.y * sine, axis.y * rest.z - axis.x * sine, axis.z * rest.z + cosine, T(0)},
            {T(0), T(0), T(0), T(1)}};
}

template <typename T>
constexpr matrix4<T> matrix4<T>::look_at(const vector<T, 3>& eye, const vector<T, 3>& centre, const vector<T, 3>& up)
    requires detail::floating_point<T>
{
    const vector<T, 3> forward = normalize(centre - eye);
    const vector<T, 3> side = normalize(cross(forward, up));
    const vector<T, 3> above = cross(side, forward);
    return {{side.x, above.x, -forward.x, T(0)},
            {side.y, above.y, -forward.y, T(0)},
            {side.z, above.z, -forward.z, T(0)},
            {-dot(side, eye), -dot(above, eye), dot(forward, eye), T(1)}};
}

template <typename T>
constexpr matrix4<T> matrix4<T>::frustum(T left, T right, T bottom, T top, T near, T far)
    requires detail::floating_point<T>
{
    const T width = right - left;
    const T height = top - bottom;
    const T depth = far - near;
    return {{T(2) * near / width, T(0), T(0), T(0)},
            {T(0), T(2) * near / height, T(0), T(0)},
            {(right + left) / width, (top + bottom) / height, -(far + near) / depth, T(-1)},
            {T(0), T(0), T(-2) * far * near / depth, T(0)}};
}

template <typename T>
constexpr matrix4<T> matrix4<T>::perspective(T field_of_view, T aspect, T near, T far)
    requires detail::floating_point<T>
{
    const T top = near * tan(field_of_view / T(2));
    return frustum(-top * aspect, top * aspect, -top, top, near, far);
}

template <typename T>
constexpr matrix4<T> matrix4<T>::orthographic(T left, T right, T bottom, T top, T near, T far)
    requires detail::floating_point<T>
{
    const T width = right - left;
    const T height = top - bottom;
    const T depth = far - near;
    return {{T(2) / width, T(0), T(0), T(0)},
            {T(0), T(2) / height, T(0), T(0)},
            {T(0), T(0), T(-2) / depth, T(0)},
            {-(right + left) / width, -(top + bottom) / height, -(far + near) / depth, T(1)}};
}

}  // namespace ingot
