// Matrices of columns (MSL 3.0, sections 2.3, 3.2 and 6.6).
#pragma once

#include <ingot/metal/detail/operators.hpp>

namespace metal {

/// A matrix of C columns, each a vector of R components.
template <typename T, int C, int R>
struct matrix {
    static_assert(ingot_detail::is_real_number<T>, "the components of a matrix are half or float (MSL 3.0, section 2.3)");
    static_assert(C >= 2 && C <= 4 && R >= 2 && R <= 4, "a matrix has 2 to 4 columns and rows (MSL 3.0, section 2.3)");

    vec<T, R> columns[C];

    matrix() = default;
    /// A matrix with the value on its diagonal, and zeros elsewhere.
    template <ingot_detail::scalar S>
    constexpr explicit matrix(S value) : columns {} {
        for (int c = 0; c < C; ++c)
            for (int r = 0; r < R; ++r) columns[c][r] = c == r ? static_cast<T>(value) : T(0);
    }
    /// Converts each component.
    template <typename U>
        requires(!std::is_same_v<U, T>)
    constexpr explicit matrix(const matrix<U, C, R>& other) : columns {} {
        for (int c = 0; c < C; ++c) columns[c] = vec<T, R>(other.columns[c]);
    }
    /// The columns.
    template <typename... A>
        requires(sizeof...(A) == C && (std::is_same_v<ingot_detail::unpacked<A>, vec<T, R>> && ...))
    constexpr matrix(A... column) : columns {column...} {}
    /// The columns as lists in braces.
    constexpr matrix(std::initializer_list<T> a, std::initializer_list<T> b)
        requires(C == 2)
        : columns {vec<T, R>(a), vec<T, R>(b)} {}
    constexpr matrix(std::initializer_list<T> a, std::initializer_list<T> b, std::initializer_list<T> c)
        requires(C == 3)
        : columns {vec<T, R>(a), vec<T, R>(b), vec<T, R>(c)} {}
    constexpr matrix(std::initializer_list<T> a, std::initializer_list<T> b, std::initializer_list<T> c,
                     std::initializer_list<T> d)
        requires(C == 4)
        : columns {vec<T, R>(a), vec<T, R>(b), vec<T, R>(c), vec<T, R>(d)} {}
    /// The components, column by column.
    template <ingot_detail::scalar... A>
        requires(sizeof...(A) == C * R)
    constexpr matrix(A... value) : columns {} {
        const T values[] = {static_cast<T>(value)...};
        for (int c = 0; c < C; ++c)
            for (int r = 0; r < R; ++r) columns[c][r] = values[c * R + r];
    }

    constexpr vec<T, R>& operator[](long column) { return columns[column]; }
    constexpr const vec<T, R>& operator[](long column) const { return columns[column]; }

    template <typename B>
    constexpr matrix& operator+=(B other) {
        return *this = *this + other;
    }
    template <typename B>
    constexpr matrix& operator-=(B other) {
        return *this = *this - other;
    }
    template <typename B>
    constexpr matrix& operator*=(B other) {
        return *this = *this * other;
    }
};

namespace ingot_detail {

/// The matrix whose columns are the results of the function for 0, 1, …
template <typename M, typename Function>
constexpr M from_columns(Function column) {
    M result {};
    for (int c = 0; c < static_cast<int>(sizeof(result.columns) / sizeof(result.columns[0])); ++c) result.columns[c] = column(c);
    return result;
}

}  // namespace ingot_detail

template <typename T, int C, int R>
constexpr matrix<T, C, R> operator+(matrix<T, C, R> a, matrix<T, C, R> b) {
    return ingot_detail::from_columns<matrix<T, C, R>>([&](int c) { return a.columns[c] + b.columns[c]; });
}
template <typename T, int C, int R>
constexpr matrix<T, C, R> operator-(matrix<T, C, R> a, matrix<T, C, R> b) {
    return ingot_detail::from_columns<matrix<T, C, R>>([&](int c) { return a.columns[c] - b.columns[c]; });
}
template <typename T, int C, int R>
constexpr matrix<T, C, R> operator-(matrix<T, C, R> a) {
    return ingot_detail::from_columns<matrix<T, C, R>>([&](int c) { return -a.columns[c]; });
}
template <typename T, int C, int R, ingot_detail::scalar S>
constexpr matrix<T, C, R> operator*(matrix<T, C, R> a, S factor) {
    return ingot_detail::from_columns<matrix<T, C, R>>([&](int c) { return a.columns[c] * static_cast<T>(factor); });
}
template <typename T, int C, int R, ingot_detail::scalar S>
constexpr matrix<T, C, R> operator*(S factor, matrix<T, C, R> a) {
    return a * factor;
}
template <typename T, int C, int R>
constexpr vec<T, R> operator*(matrix<T, C, R> a, vec<T, C> b) {
    vec<T, R> sum = a.columns[0] * b.x + a.columns[1] * b.y;
    if constexpr (C > 2) sum += a.columns[2] * b.z;
    if constexpr (C > 3) sum += a.columns[3] * b.w;
    return sum;
}
template <typename T, int C, int R>
constexpr vec<T, C> operator*(vec<T, R> a, matrix<T, C, R> b) {
    vec<T, C> result {};
    for (int c = 0; c < C; ++c) {
        const vec<T, R> products = a * b.columns[c];
        T sum = products.x + products.y;
        if constexpr (R > 2) sum += products.z;
        if constexpr (R > 3) sum += products.w;
        result[c] = sum;
    }
    return result;
}
template <typename T, int K, int R, int C>
constexpr matrix<T, C, R> operator*(matrix<T, K, R> a, matrix<T, C, K> b) {
    return ingot_detail::from_columns<matrix<T, C, R>>([&](int c) { return a * b.columns[c]; });
}

template <typename T, int C, int R>
constexpr matrix<T, R, C> transpose(matrix<T, C, R> a) {
    matrix<T, R, C> result {};
    for (int c = 0; c < C; ++c)
        for (int r = 0; r < R; ++r) result.columns[r][c] = a.columns[c][r];
    return result;
}

namespace ingot_detail {

template <typename T>
constexpr T determinant_of_two(T a, T b, T c, T d) {
    return a * d - b * c;
}
template <typename T>
constexpr T determinant_of_three(vec<T, 3> a, vec<T, 3> b, vec<T, 3> c) {
    return a.x * determinant_of_two(b.y, c.y, b.z, c.z) - b.x * determinant_of_two(a.y, c.y, a.z, c.z) +
           c.x * determinant_of_two(a.y, b.y, a.z, b.z);
}

}  // namespace ingot_detail

template <typename T, int N>
constexpr T determinant(matrix<T, N, N> m) {
    if constexpr (N == 2) return ingot_detail::determinant_of_two(m[0].x, m[1].x, m[0].y, m[1].y);
    if constexpr (N == 3) return ingot_detail::determinant_of_three(m[0], m[1], m[2]);
    if constexpr (N == 4) {
        // Expanded along the first row.
        const auto minor = [&](int a, int b, int c) {
            return ingot_detail::determinant_of_three(vec<T, 3>(m[a].y, m[a].z, m[a].w), vec<T, 3>(m[b].y, m[b].z, m[b].w),
                                                      vec<T, 3>(m[c].y, m[c].z, m[c].w));
        };
        return m[0].x * minor(1, 2, 3) - m[1].x * minor(0, 2, 3) + m[2].x * minor(0, 1, 3) - m[3].x * minor(0, 1, 2);
    }
}

typedef matrix<half, 2, 2> half2x2;
typedef matrix<half, 2, 3> half2x3;
typedef matrix<half, 2, 4> half2x4;
typedef matrix<half, 3, 2> half3x2;
typedef matrix<half, 3, 3> half3x3;
typedef matrix<half, 3, 4> half3x4;
typedef matrix<half, 4, 2> half4x2;
typedef matrix<half, 4, 3> half4x3;
typedef matrix<half, 4, 4> half4x4;
typedef matrix<float, 2, 2> float2x2;
typedef matrix<float, 2, 3> float2x3;
typedef matrix<float, 2, 4> float2x4;
typedef matrix<float, 3, 2> float3x2;
typedef matrix<float, 3, 3> float3x3;
typedef matrix<float, 3, 4> float3x4;
typedef matrix<float, 4, 2> float4x2;
typedef matrix<float, 4, 3> float4x3;
typedef matrix<float, 4, 4> float4x4;

}  // namespace metal
