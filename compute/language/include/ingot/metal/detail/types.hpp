// The scalar types of the Metal Shading Language, and what the library's templates ask about types (MSL 3.0, section 2).
//
// The headers in this folder are written in Metal, which ingotc reads with the same rules as a kernel file: `device`,
// `constant`, `threadgroup` and `thread` are address spaces, and `1.0` is a float.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>

// Scalars are names of the language: they need no `using namespace metal`.
typedef _Float16 half;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

/// A number with the exponent of a float and 8 bits of precision: the upper half of a float. Arithmetic is done in float. It is a
/// class, because not every target has a type for it. (It belongs to Metal 3.1; existing kernels use it.)
struct bfloat {
    bfloat() = default;
    template <typename T>
        requires(!std::is_same_v<T, bfloat> && std::is_convertible_v<T, float>)
    constexpr bfloat(T value) : ingot_bits(rounded(__builtin_bit_cast(uint, static_cast<float>(value)))) {}
    constexpr operator float() const { return __builtin_bit_cast(float, static_cast<uint>(ingot_bits) << 16); }

    template <typename T>
    constexpr bfloat& operator+=(T other) {
        return *this = bfloat(static_cast<float>(*this) + static_cast<float>(other));
    }
    template <typename T>
    constexpr bfloat& operator-=(T other) {
        return *this = bfloat(static_cast<float>(*this) - static_cast<float>(other));
    }
    template <typename T>
    constexpr bfloat& operator*=(T other) {
        return *this = bfloat(static_cast<float>(*this) * static_cast<float>(other));
    }
    template <typename T>
    constexpr bfloat& operator/=(T other) {
        return *this = bfloat(static_cast<float>(*this) / static_cast<float>(other));
    }

    ushort ingot_bits;

private:
    // Rounds to the nearest number, a tie to the even one. NaN stays NaN.
    static constexpr ushort rounded(uint bits) {
        if ((bits & 0x7fff'ffffu) > 0x7f80'0000u) return static_cast<ushort>(bits >> 16 | 0x40u);
        return static_cast<ushort>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
    }
};

namespace metal::ingot_detail {
// A bfloat and a bfloat, or a bfloat and an integer: the result is a bfloat. With a float it is a float.
template <typename A, typename B>
concept bfloat_operands = (std::is_same_v<A, bfloat> && (std::is_same_v<B, bfloat> || std::is_integral_v<B>)) ||
                          (std::is_integral_v<A> && std::is_same_v<B, bfloat>);
}  // namespace metal::ingot_detail

template <typename A, typename B>
    requires metal::ingot_detail::bfloat_operands<A, B>
constexpr bfloat operator+(A a, B b) {
    return bfloat(static_cast<float>(a) + static_cast<float>(b));
}
template <typename A, typename B>
    requires metal::ingot_detail::bfloat_operands<A, B>
constexpr bfloat operator-(A a, B b) {
    return bfloat(static_cast<float>(a) - static_cast<float>(b));
}
template <typename A, typename B>
    requires metal::ingot_detail::bfloat_operands<A, B>
constexpr bfloat operator*(A a, B b) {
    return bfloat(static_cast<float>(a) * static_cast<float>(b));
}
template <typename A, typename B>
    requires metal::ingot_detail::bfloat_operands<A, B>
constexpr bfloat operator/(A a, B b) {
    return bfloat(static_cast<float>(a) / static_cast<float>(b));
}
template <typename A>
    requires std::is_same_v<A, bfloat>
constexpr bfloat operator-(A a) {
    return bfloat(-static_cast<float>(a));
}

namespace metal {

template <typename T, int N>
struct vec;
template <typename T, int N>
struct packed_vec;
template <typename T, int C, int R>
struct matrix;

namespace ingot_detail {

template <typename T>
inline constexpr bool is_real_number = std::is_same_v<T, float> || std::is_same_v<T, half> || std::is_same_v<T, bfloat>;
template <typename T>
inline constexpr bool is_number = std::is_integral_v<T> || is_real_number<T>;

/// What a type is made of: its components' type and their number. A scalar is one component.
template <typename T>
struct shape {
    using element = T;
    static constexpr int count = 1;
    static constexpr bool is_vector = false;
    static constexpr bool is_scalar = is_number<T> || std::is_enum_v<T>;
};
template <typename T, int N>
struct shape<vec<T, N>> {
    using element = T;
    static constexpr int count = N;
    static constexpr bool is_vector = true;
    static constexpr bool is_scalar = false;
};
template <typename T, int N>
struct shape<packed_vec<T, N>> : shape<vec<T, N>> {};

template <typename T>
using element_of = typename shape<T>::element;
template <typename T>
concept any_vector = shape<T>::is_vector;
template <typename T>
concept scalar = shape<T>::is_scalar;
template <typename T>
concept scalar_or_vector = scalar<T> || any_vector<T>;

template <typename T, int N>
struct with_count {
    using type = vec<T, N>;
};
template <typename T>
struct with_count<T, 1> {
    using type = T;
};
/// N components of type T: a vector, or for N = 1 a scalar.
template <typename T, int N>
using components = typename with_count<T, N>::type;

/// The type with the components of V, as a vector that is not packed.
template <typename V>
using unpacked = components<element_of<V>, shape<V>::count>;

/// The type with as many components as V, of type T.
template <typename V, typename T>
using with_element = components<T, shape<V>::count>;

template <typename T>
concept integer_operand = scalar_or_vector<T> && std::is_integral_v<element_of<T>> && !std::is_same_v<element_of<T>, bool>;
template <typename T>
concept real_operand = scalar_or_vector<T> && is_real_number<element_of<T>>;
template <typename T>
concept bool_operand = scalar_or_vector<T> && std::is_same_v<element_of<T>, bool>;

// The common type of two scalars. In contrast to C++, two numbers of the same type keep it: the sum of two values of type
// short, as a library function computes it, is a short.
template <typename A, typename B>
struct common_scalar {
    using type = decltype(A() + B());
};
template <typename A>
struct common_scalar<A, A> {
    using type = A;
};

// The common type of the operands of an operator or a function. A scalar takes the type of a vector's components. Two vectors
// must have the same type of components: there is no type otherwise (MSL 3.0, section 3.1).
template <typename A, typename B>
struct common_operand {};
template <scalar A, scalar B>
struct common_operand<A, B> {
    using type = typename common_scalar<A, B>::type;
};
template <any_vector A, scalar B>
struct common_operand<A, B> {
    using type = unpacked<A>;
};
template <scalar A, any_vector B>
struct common_operand<A, B> {
    using type = unpacked<B>;
};
template <any_vector A, any_vector B>
    requires std::is_same_v<unpacked<A>, unpacked<B>>
struct common_operand<A, B> {
    using type = unpacked<A>;
};

template <typename A, typename... Rest>
struct common_of {
    using type = unpacked<A>;
};
template <typename A, typename B, typename... Rest>
    requires requires { typename common_operand<A, B>::type; }
struct common_of<A, B, Rest...> : common_of<typename common_operand<A, B>::type, Rest...> {};
template <typename A, typename B, typename... Rest>
    requires(!requires { typename common_operand<A, B>::type; })
struct common_of<A, B, Rest...> {};

/// The common type of all operands; no type if they do not fit together.
template <typename... All>
using common = typename common_of<All...>::type;

// The type in which a function of real numbers computes: whole numbers are converted to float.
template <typename T>
struct real_of {
    using type = T;
};
template <typename T>
    requires std::is_integral_v<T>
struct real_of<T> {
    using type = float;
};
template <typename... All>
using common_real = typename real_of<common<All...>>::type;

/// Component I of a vector, or the scalar itself.
template <int I, typename V>
constexpr element_of<V> component(const V& value) {
    if constexpr (!shape<V>::is_vector)
        return value;
    else if constexpr (I == 0)
        return value.x;
    else if constexpr (I == 1)
        return value.y;
    else if constexpr (I == 2)
        return value.z;
    else
        return value.w;
}

/// Calls the function for each component of the operands, and returns the results as an R.
template <typename R, typename Function, typename... Operands>
constexpr R each(Function function, const Operands&... operands) {
    using element = element_of<R>;
    if constexpr (shape<R>::count == 1)
        return static_cast<R>(function(operands...));
    else if constexpr (shape<R>::count == 2)
        return R(static_cast<element>(function(component<0>(operands)...)),
                 static_cast<element>(function(component<1>(operands)...)));
    else if constexpr (shape<R>::count == 3)
        return R(static_cast<element>(function(component<0>(operands)...)),
                 static_cast<element>(function(component<1>(operands)...)),
                 static_cast<element>(function(component<2>(operands)...)));
    else
        return R(
            static_cast<element>(function(component<0>(operands)...)), static_cast<element>(function(component<1>(operands)...)),
            static_cast<element>(function(component<2>(operands)...)), static_cast<element>(function(component<3>(operands)...)));
}

}  // namespace ingot_detail

}  // namespace metal
