// Vectors of one to four components (thesis, Table 9). The same type, with the same layout, on the host and on every device.
#pragma once

#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// Components by name and as a swizzle share storage through an anonymous struct in a union: every compiler that builds Ingot has
// it, though ISO C++ knows only the union.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#pragma clang diagnostic ignored "-Wgnu-anonymous-struct"
#endif

namespace ingot {

template <typename T>
concept arithmetic = std::is_arithmetic_v<T>;

template <arithmetic T, size_t N>
struct vector;

/// Some components of a vector, by name: `v.xyz`. Reads as a smaller vector; a vector of that size can be assigned to it.
template <arithmetic T, size_t N, size_t... indices>
class named_components {
public:
    named_components() = default;
    named_components(const named_components&) = default;
    // The copy that a whole vector needs is trivial and takes every component; between two vectors by name it would be a trap.
    __attribute__((unavailable("name the vector type: a.xy = float2(b.xy)"))) named_components& operator=(
        const named_components&) = default;

    constexpr operator vector<T, sizeof...(indices)>() const { return {components[indices]...}; }
    named_components& operator=(const vector<T, sizeof...(indices)>& value) {
        size_t from = 0;
        ((components[indices] = value[from++]), ...);
        return *this;
    }

private:
    T components[N];
};

namespace detail {
// Aligned as one unit where the size is a power of two, at most to 16 bytes, so that devices load it in one access. Three
// components are not padded: float3 is 12 bytes.
template <typename T, size_t N>
inline constexpr size_t vector_alignment = N == 3 ? alignof(T) : (sizeof(T) * N < 16 ? sizeof(T) * N : 16);
}  // namespace detail

template <arithmetic T>
struct vector<T, 1> {
    using value_type = T;
    static constexpr size_t dimensions = 1;

    T x {};

    constexpr vector() = default;
    constexpr explicit(false) vector(T value) : x(value) {}
    template <arithmetic U>
    constexpr explicit vector(const vector<U, 1>& other) : x(static_cast<T>(other.x)) {}

    constexpr T& operator[](size_t) { return x; }
    constexpr const T& operator[](size_t) const { return x; }
};

template <arithmetic T>
struct alignas(detail::vector_alignment<T, 2>) vector<T, 2> {
    using value_type = T;
    static constexpr size_t dimensions = 2;

    union {
        __extension__ struct {
            T x, y;
        };
        named_components<T, 2, 1, 0> yx;
    };

    constexpr vector() : x {}, y {} {}
    constexpr explicit vector(T all) : x(all), y(all) {}
    constexpr vector(T first, T second) : x(first), y(second) {}
    template <arithmetic U>
    constexpr explicit vector(const vector<U, 2>& other) : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)) {}

    constexpr T& operator[](size_t index) { return index == 0 ? x : y; }
    constexpr const T& operator[](size_t index) const { return index == 0 ? x : y; }
};

template <arithmetic T>
struct vector<T, 3> {
    using value_type = T;
    static constexpr size_t dimensions = 3;

    union {
        __extension__ struct {
            T x, y, z;
        };
        named_components<T, 3, 0, 1> xy;
        named_components<T, 3, 1, 2> yz;
        named_components<T, 3, 2, 1, 0> zyx;
    };

    constexpr vector() : x {}, y {}, z {} {}
    constexpr explicit vector(T all) : x(all), y(all), z(all) {}
    constexpr vector(T first, T second, T third) : x(first), y(second), z(third) {}
    constexpr vector(const vector<T, 2>& first, T third) : x(first.x), y(first.y), z(third) {}
    template <arithmetic U>
    constexpr explicit vector(const vector<U, 3>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)) {}

    constexpr T& operator[](size_t index) { return index == 0 ? x : index == 1 ? y : z; }
    constexpr const T& operator[](size_t index) const { return index == 0 ? x : index == 1 ? y : z; }
};

template <arithmetic T>
struct alignas(detail::vector_alignment<T, 4>) vector<T, 4> {
    using value_type = T;
    static constexpr size_t dimensions = 4;

    union {
        __extension__ struct {
            T x, y, z, w;
        };
        named_components<T, 4, 0, 1> xy;
        named_components<T, 4, 2, 3> zw;
        named_components<T, 4, 0, 1, 2> xyz;
        named_components<T, 4, 2, 1, 0> zyx;
    };

    constexpr vector() : x {}, y {}, z {}, w {} {}
    constexpr explicit vector(T all) : x(all), y(all), z(all), w(all) {}
    constexpr vector(T first, T second, T third, T fourth) : x(first), y(second), z(third), w(fourth) {}
    constexpr vector(const vector<T, 3>& first, T fourth) : x(first.x), y(first.y), z(first.z), w(fourth) {}
    constexpr vector(const vector<T, 2>& first, const vector<T, 2>& second) : x(first.x), y(first.y), z(second.x), w(second.y) {}
    template <arithmetic U>
    constexpr explicit vector(const vector<U, 4>& other)
        : x(static_cast<T>(other.x)), y(static_cast<T>(other.y)), z(static_cast<T>(other.z)), w(static_cast<T>(other.w)) {}

    constexpr T& operator[](size_t index) { return index == 0 ? x : index == 1 ? y : index == 2 ? z : w; }
    constexpr const T& operator[](size_t index) const { return index == 0 ? x : index == 1 ? y : index == 2 ? z : w; }
};

namespace detail {

// The vector type that an operand reads as: itself, or what named components convert to.
template <typename T>
struct vector_of {};
template <typename T, size_t N>
struct vector_of<vector<T, N>> {
    using type = vector<T, N>;
};
template <typename T, size_t N, size_t... indices>
struct vector_of<named_components<T, N, indices...>> {
    using type = vector<T, sizeof...(indices)>;
};

template <typename T>
concept vector_like = requires { typename vector_of<std::remove_cvref_t<T>>::type; };

template <vector_like T>
using vector_of_t = typename vector_of<std::remove_cvref_t<T>>::type;

template <typename T, size_t N, typename Function>
constexpr auto each(const vector<T, N>& a, Function function) {
    return [&]<size_t... i>(std::index_sequence<i...>) {
        return vector<decltype(function(a[0])), N> {function(a[i])...};
    }(std::make_index_sequence<N> {});
}

template <typename T, size_t N, typename Function>
constexpr auto each(const vector<T, N>& a, const vector<T, N>& b, Function function) {
    return [&]<size_t... i>(std::index_sequence<i...>) {
        return vector<decltype(function(a[0], b[0])), N> {function(a[i], b[i])...};
    }(std::make_index_sequence<N> {});
}

// The operands of a binary operator: two vectors of one type, or a vector and a scalar that stands for all components.
template <typename L, typename R>
struct operands {};
template <vector_like L, vector_like R>
    requires std::same_as<vector_of_t<L>, vector_of_t<R>>
struct operands<L, R> {
    using type = vector_of_t<L>;
};
template <vector_like L, arithmetic R>
struct operands<L, R> {
    using type = vector_of_t<L>;
};
template <arithmetic L, vector_like R>
struct operands<L, R> {
    using type = vector_of_t<R>;
};

template <typename L, typename R>
using operands_t = typename operands<std::remove_cvref_t<L>, std::remove_cvref_t<R>>::type;

// An operand as a vector of type V; a scalar fills it.
template <typename V, typename Operand>
constexpr V widen(const Operand& operand) {
    if constexpr (arithmetic<Operand>)
        return V(static_cast<typename V::value_type>(operand));
    else
        return operand;
}

// Arithmetic on types smaller than int comes back to the vector's own type.
template <typename L, typename R, typename Function>
constexpr operands_t<L, R> arithmetic_result(const L& left, const R& right, Function function) {
    using V = operands_t<L, R>;
    using T = typename V::value_type;
    return each(widen<V>(left), widen<V>(right), [&](T a, T b) { return static_cast<T>(function(a, b)); });
}

template <typename L, typename R, typename Function>
constexpr vector<bool, operands_t<L, R>::dimensions> relation(const L& left, const R& right, Function function) {
    using V = operands_t<L, R>;
    using T = typename V::value_type;
    return each(widen<V>(left), widen<V>(right), [&](T a, T b) -> bool { return function(a, b); });
}

}  // namespace detail

template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator+(const L& left, const R& right) {
    return detail::arithmetic_result(left, right, [](auto a, auto b) { return a + b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator-(const L& left, const R& right) {
    return detail::arithmetic_result(left, right, [](auto a, auto b) { return a - b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator*(const L& left, const R& right) {
    return detail::arithmetic_result(left, right, [](auto a, auto b) { return a * b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator/(const L& left, const R& right) {
    return detail::arithmetic_result(left, right, [](auto a, auto b) { return a / b; });
}

template <typename T, size_t N, typename R, typename V = detail::operands_t<vector<T, N>, R>>
constexpr vector<T, N>& operator+=(vector<T, N>& left, const R& right) {
    return left = left + right;
}
template <typename T, size_t N, typename R, typename V = detail::operands_t<vector<T, N>, R>>
constexpr vector<T, N>& operator-=(vector<T, N>& left, const R& right) {
    return left = left - right;
}
template <typename T, size_t N, typename R, typename V = detail::operands_t<vector<T, N>, R>>
constexpr vector<T, N>& operator*=(vector<T, N>& left, const R& right) {
    return left = left * right;
}
template <typename T, size_t N, typename R, typename V = detail::operands_t<vector<T, N>, R>>
constexpr vector<T, N>& operator/=(vector<T, N>& left, const R& right) {
    return left = left / right;
}

template <detail::vector_like V>
constexpr detail::vector_of_t<V> operator-(const V& value) {
    using T = typename detail::vector_of_t<V>::value_type;
    return detail::each(detail::vector_of_t<V>(value), [](T a) { return static_cast<T>(-a); });
}

/// Comparison by component, as in OpenCL: a vector of bool, to be tested with any, all or none.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator==(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a == b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator!=(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a != b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator<(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a < b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator<=(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a <= b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator>(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a > b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator>=(const L& left, const R& right) {
    return detail::relation(left, right, [](auto a, auto b) { return a >= b; });
}

template <size_t N>
constexpr bool any(const vector<bool, N>& value) {
    return [&]<size_t... i>(std::index_sequence<i...>) { return (value[i] || ...); }(std::make_index_sequence<N> {});
}
template <size_t N>
constexpr bool all(const vector<bool, N>& value) {
    return [&]<size_t... i>(std::index_sequence<i...>) { return (value[i] && ...); }(std::make_index_sequence<N> {});
}
template <size_t N>
constexpr bool none(const vector<bool, N>& value) {
    return !any(value);
}

/// Sum of the products of the components.
template <detail::vector_like L, detail::vector_like R, typename V = detail::operands_t<L, R>>
constexpr typename V::value_type dot(const L& left, const R& right) {
    using T = typename V::value_type;
    const V a = left;
    const V b = right;
    return [&]<size_t... i>(std::index_sequence<i...>) {
        return static_cast<T>(((a[i] * b[i]) + ...));
    }(std::make_index_sequence<V::dimensions> {});
}

/// The vector at right angles to two others, right-handed.
template <arithmetic T>
constexpr vector<T, 3> cross(const vector<T, 3>& a, const vector<T, 3>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#define INGOT_VECTOR_NAMES(name, T) \
    using name##1 = vector<T, 1>;   \
    using name##2 = vector<T, 2>;   \
    using name##3 = vector<T, 3>;   \
    using name##4 = vector<T, 4>
INGOT_VECTOR_NAMES(char, int8_t);
INGOT_VECTOR_NAMES(uchar, uint8_t);
INGOT_VECTOR_NAMES(short, int16_t);
INGOT_VECTOR_NAMES(ushort, uint16_t);
INGOT_VECTOR_NAMES(int, int32_t);
INGOT_VECTOR_NAMES(uint, uint32_t);
INGOT_VECTOR_NAMES(long, int64_t);
INGOT_VECTOR_NAMES(ulong, uint64_t);
INGOT_VECTOR_NAMES(float, float);
INGOT_VECTOR_NAMES(double, double);
INGOT_VECTOR_NAMES(bool, bool);
#undef INGOT_VECTOR_NAMES

static_assert(sizeof(float3) == 12 && sizeof(float4) == 16 && alignof(float4) == 16);

}  // namespace ingot

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
