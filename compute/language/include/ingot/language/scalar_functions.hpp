// Functions of numbers that also exist for vectors, and functions of the bits of integers. They are computed with operators
// and integer arithmetic; fract() also calls floor(). <ingot/language/math.hpp> includes this header.
#pragma once

#include <bit>
#include <ingot/language/math.hpp>
#include <type_traits>

namespace ingot {

namespace detail {

/// The integer types of C++ except bool.
template <typename T>
concept integer = std::integral<T> && !std::same_as<T, bool>;

/// Two types of numbers that `<` compares by their values. Excludes a signed together with an unsigned integer, because in C++
/// -1 < 1u is false.
template <typename A, typename B>
concept comparable_numbers =
    number<A> && number<B> && (!std::integral<A> || !std::integral<B> || std::is_signed_v<A> == std::is_signed_v<B>);

/// The upper 64 bits of the product of two integers of 64 bits, computed from products of 32 bits.
constexpr uint64_t upper_product(uint64_t a, uint64_t b) {
    const uint64_t low_a = a & 0xffff'ffffu;
    const uint64_t high_a = a >> 32;
    const uint64_t low_b = b & 0xffff'ffffu;
    const uint64_t high_b = b >> 32;
    const uint64_t middle = high_a * low_b + ((low_a * low_b) >> 32);
    const uint64_t other_middle = low_a * high_b + (middle & 0xffff'ffffu);
    return high_a * high_b + (middle >> 32) + (other_middle >> 32);
}

}  // namespace detail

/// The lesser number. If one of the numbers is NaN, the result is `a`, as with std::min.
template <detail::number A, detail::number B>
    requires detail::comparable_numbers<A, B>
constexpr detail::number_type<A, B> min(A a, B b) {
    using N = detail::number_type<A, B>;
    return static_cast<N>(b) < static_cast<N>(a) ? static_cast<N>(b) : static_cast<N>(a);
}
/// The greater number. If one of the numbers is NaN, the result is `a`, as with std::max.
template <detail::number A, detail::number B>
    requires detail::comparable_numbers<A, B>
constexpr detail::number_type<A, B> max(A a, B b) {
    using N = detail::number_type<A, B>;
    return static_cast<N>(a) < static_cast<N>(b) ? static_cast<N>(b) : static_cast<N>(a);
}

/// -1, 0 or 1. As in OpenCL, the sign of -0 is -0 and the sign of NaN is 0.
template <detail::number T>
constexpr T sign(T value) {
    if (T(0) < value) return T(1);
    if constexpr (std::unsigned_integral<T>)
        return T(0);
    else
        return value < T(0) ? static_cast<T>(-1) : value == T(0) ? value : T(0);
}

/// Interpolates linearly from a (at t = 0) to b (at t = 1). OpenCL, Metal and GLSL have this name for `interpolate`.
template <detail::number A, detail::number B, detail::number T>
constexpr detail::floating_type<A, B, T> mix(A a, B b, T t) {
    return interpolate(a, b, t);
}

/// The fractional part, value - floor(value), which is at least 0 and less than 1: fract(-0.25) is 0.75.
template <detail::number T>
constexpr detail::floating_type<T> fract(T value) {
    using N = detail::floating_type<T>;
    const N x = static_cast<N>(value);
    const N part = x - floor(x);
    constexpr N below_one = static_cast<N>(N(1) - std::numeric_limits<N>::epsilon() / N(2));
    return part < N(1) ? part : part == N(1) ? below_one : part;
}

/// The value limited to the range from 0 to 1; 0 for NaN.
template <detail::number T>
constexpr detail::floating_type<T> saturate(T value) {
    using N = detail::floating_type<T>;
    const N x = static_cast<N>(value);
    return N(0) < x ? (x < N(1) ? x : N(1)) : N(0);
}

/// 0 if the value is less than the edge, otherwise 1.
template <detail::number E, detail::number T>
constexpr detail::floating_type<E, T> step(E edge, T value) {
    using N = detail::floating_type<E, T>;
    return static_cast<N>(value) < static_cast<N>(edge) ? N(0) : N(1);
}

/// Returns 0 before the first edge, 1 after the second edge, and 3t² - 2t³ between the edges, where t rises linearly from 0
/// to 1 (Hermite interpolation). The edges must differ.
template <detail::number E, detail::number F, detail::number T>
constexpr detail::floating_type<E, F, T> smoothstep(E first_edge, F second_edge, T value) {
    using N = detail::floating_type<E, F, T>;
    const N t = saturate((static_cast<N>(value) - static_cast<N>(first_edge)) /
                         (static_cast<N>(second_edge) - static_cast<N>(first_edge)));
    return t * t * (N(3) - N(2) * t);
}

/// The upper half of the product of two integers.
template <detail::integer T>
constexpr T mul_hi(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        using wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
        return static_cast<T>((static_cast<wide>(a) * static_cast<wide>(b)) >> (8 * sizeof(T)));
    } else {
        uint64_t upper = detail::upper_product(static_cast<uint64_t>(a), static_cast<uint64_t>(b));
        // A negative number is 2^64 less than the unsigned number with the same bits.
        if constexpr (std::is_signed_v<T>)
            upper -= (a < 0 ? static_cast<uint64_t>(b) : 0) + (b < 0 ? static_cast<uint64_t>(a) : 0);
        return static_cast<T>(upper);
    }
}

/// a * b for integers of 32 bits whose values fit into 24 bits. If a value does not fit, only its lower 24 bits are used.
template <detail::integer T>
    requires(sizeof(T) == 4)
constexpr T mul24(T a, T b) {
    const auto low = [](T value) { return static_cast<T>(static_cast<T>(static_cast<uint32_t>(value) << 8) >> 8); };
    return static_cast<T>(static_cast<uint32_t>(low(a)) * static_cast<uint32_t>(low(b)));
}
/// mul24(a, b) + c.
template <detail::integer T>
    requires(sizeof(T) == 4)
constexpr T mad24(T a, T b, T c) {
    return static_cast<T>(static_cast<uint32_t>(mul24(a, b)) + static_cast<uint32_t>(c));
}

/// Rotates the bits towards the highest bit by `count` modulo the number of bits. Bits that are shifted out at the top are
/// inserted at the bottom.
template <detail::integer T, detail::integer C>
constexpr T rotate(T value, C count) {
    using bits = std::make_unsigned_t<T>;
    return static_cast<T>(std::rotl(static_cast<bits>(value), static_cast<int>(static_cast<uint64_t>(count) % (8 * sizeof(T)))));
}

/// The bits in the opposite order.
template <detail::integer T>
constexpr T bit_reverse(T value) {
    uint64_t bits = static_cast<std::make_unsigned_t<T>>(value);
    bits = (bits & 0x5555'5555'5555'5555u) << 1 | (bits >> 1 & 0x5555'5555'5555'5555u);
    bits = (bits & 0x3333'3333'3333'3333u) << 2 | (bits >> 2 & 0x3333'3333'3333'3333u);
    bits = (bits & 0x0f0f'0f0f'0f0f'0f0fu) << 4 | (bits >> 4 & 0x0f0f'0f0f'0f0f'0f0fu);
    bits = (bits & 0x00ff'00ff'00ff'00ffu) << 8 | (bits >> 8 & 0x00ff'00ff'00ff'00ffu);
    bits = (bits & 0x0000'ffff'0000'ffffu) << 16 | (bits >> 16 & 0x0000'ffff'0000'ffffu);
    bits = bits << 32 | bits >> 32;
    return static_cast<T>(bits >> (64 - 8 * sizeof(T)));
}

/// The number of bits that are 1.
template <detail::integer T>
constexpr T popcount(T value) {
    return static_cast<T>(std::popcount(static_cast<std::make_unsigned_t<T>>(value)));
}
/// The number of bits that are 0 above the highest 1. For 0 it is the number of all bits.
template <detail::integer T>
constexpr T clz(T value) {
    return static_cast<T>(std::countl_zero(static_cast<std::make_unsigned_t<T>>(value)));
}
/// The number of bits that are 0 below the lowest 1. For 0 it is the number of all bits.
template <detail::integer T>
constexpr T ctz(T value) {
    return static_cast<T>(std::countr_zero(static_cast<std::make_unsigned_t<T>>(value)));
}

/// Interprets the bits of a number as another type of the same size, for example as_type<float>(bits). OpenCL's as_float and
/// CUDA's __float_as_uint do the same.
template <detail::number To, detail::number From>
    requires(sizeof(To) == sizeof(From))
constexpr To as_type(From value) {
    return std::bit_cast<To>(value);
}

}  // namespace ingot
