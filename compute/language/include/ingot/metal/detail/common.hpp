// Common functions (MSL 3.0, section 6.2), integer functions (6.3) and relational functions (6.4).
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/scalar_functions.hpp>
#include <ingot/metal/detail/conversions.hpp>

namespace metal {

namespace ingot_detail {

template <typename... T>
concept numbers = requires { typename common<T...>::type; } || requires { sizeof(common<T...>); };
template <typename... T>
concept integers = numbers<T...> && integer_operand<common<T...>>;
template <typename... T>
concept reals = numbers<T...> && real_operand<common_real<T...>>;

/// Calls the function for each component of the operands, all converted to the type C.
template <typename R, typename C, typename Function, typename... Operands>
constexpr R each_as(Function function, const Operands&... operands) {
    using element = element_of<C>;
    return each<R>([=](auto... x) { return function(static_cast<element>(x)...); }, operands...);
}

template <typename T>
constexpr T lesser(T x, T y) {
    if constexpr (is_real_number<T>)
        return static_cast<T>(ingot::fmin(static_cast<float>(x), static_cast<float>(y)));
    else
        return y < x ? y : x;
}
template <typename T>
constexpr T greater(T x, T y) {
    if constexpr (is_real_number<T>)
        return static_cast<T>(ingot::fmax(static_cast<float>(x), static_cast<float>(y)));
    else
        return x < y ? y : x;
}
template <typename T>
constexpr T middle(T x, T y, T z) {
    return greater(lesser(x, y), lesser(greater(x, y), z));
}

}  // namespace ingot_detail

/// The lesser or the greater number. Of a number and a NaN it is the number.
template <typename A, typename B>
    requires ingot_detail::numbers<A, B>
constexpr ingot_detail::common<A, B> min(A x, B y) {
    using C = ingot_detail::common<A, B>;
    return ingot_detail::each_as<C, C>([](auto a, auto b) { return ingot_detail::lesser(a, b); }, x, y);
}
template <typename A, typename B>
    requires ingot_detail::numbers<A, B>
constexpr ingot_detail::common<A, B> max(A x, B y) {
    using C = ingot_detail::common<A, B>;
    return ingot_detail::each_as<C, C>([](auto a, auto b) { return ingot_detail::greater(a, b); }, x, y);
}
template <typename A, typename B, typename D>
    requires ingot_detail::numbers<A, B, D>
constexpr ingot_detail::common<A, B, D> clamp(A x, B least, D greatest) {
    using C = ingot_detail::common<A, B, D>;
    return ingot_detail::each_as<C, C>(
        [](auto a, auto b, auto c) { return ingot_detail::lesser(ingot_detail::greater(a, b), c); }, x, least, greatest);
}
template <typename A, typename B, typename D>
    requires ingot_detail::numbers<A, B, D>
constexpr ingot_detail::common<A, B, D> min3(A x, B y, D z) {
    return min(min(x, y), z);
}
template <typename A, typename B, typename D>
    requires ingot_detail::numbers<A, B, D>
constexpr ingot_detail::common<A, B, D> max3(A x, B y, D z) {
    return max(max(x, y), z);
}
template <typename A, typename B, typename D>
    requires ingot_detail::numbers<A, B, D>
constexpr ingot_detail::common<A, B, D> median3(A x, B y, D z) {
    using C = ingot_detail::common<A, B, D>;
    return ingot_detail::each_as<C, C>([](auto a, auto b, auto c) { return ingot_detail::middle(a, b, c); }, x, y, z);
}

template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> mix(A x, B y, D a) {
    using C = ingot_detail::common_real<A, B, D>;
    return ingot_detail::each_as<C, C>([](auto from, auto to, auto t) { return from + (to - from) * t; }, x, y, a);
}
template <typename A>
    requires ingot_detail::reals<A>
constexpr ingot_detail::common_real<A> saturate(A x) {
    using C = ingot_detail::common_real<A>;
    return ingot_detail::each_as<C, C>([](auto a) { return ingot::saturate(static_cast<float>(a)); }, x);
}
template <typename A>
    requires ingot_detail::reals<A>
constexpr ingot_detail::common_real<A> sign(A x) {
    using C = ingot_detail::common_real<A>;
    return ingot_detail::each_as<C, C>([](auto a) { return ingot::sign(static_cast<float>(a)); }, x);
}
template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> smoothstep(A first, B second, D x) {
    using C = ingot_detail::common_real<A, B, D>;
    return ingot_detail::each_as<C, C>(
        [](auto a, auto b, auto v) {
            return ingot::smoothstep(static_cast<float>(a), static_cast<float>(b), static_cast<float>(v));
        },
        first, second, x);
}
template <typename A, typename B>
    requires ingot_detail::reals<A, B>
constexpr ingot_detail::common_real<A, B> step(A edge, B x) {
    using C = ingot_detail::common_real<A, B>;
    return ingot_detail::each_as<C, C>([](auto a, auto v) { return v < a ? decltype(a)(0) : decltype(a)(1); }, edge, x);
}

template <typename A>
    requires ingot_detail::numbers<A>
constexpr ingot_detail::unpacked<A> abs(A x) {
    using C = ingot_detail::unpacked<A>;
    if constexpr (ingot_detail::is_real_number<ingot_detail::element_of<A>>)
        return ingot_detail::each<C>([](auto a) { return ingot::abs(static_cast<float>(a)); }, x);
    else
        return ingot_detail::each<C>([](auto a) { return ingot::abs(a); }, x);
}

namespace ingot_detail {

template <typename T>
using unsigned_of = with_element<unpacked<T>, std::make_unsigned_t<element_of<T>>>;

template <typename T>
constexpr T saturated_sum(T x, T y) {
    T sum = 0;
    if (!__builtin_add_overflow(x, y, &sum)) return sum;
    return y < T(0) ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <typename T>
constexpr T saturated_difference(T x, T y) {
    T difference = 0;
    if (!__builtin_sub_overflow(x, y, &difference)) return difference;
    return x < y ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
// The product and the sum are computed in 64 bits for narrower types. For 64 bits the product is saturated only if its upper
// half shows that it does not fit, even with the summand.
template <typename T>
constexpr T saturated_product_sum(T a, T b, T c) {
    if constexpr (sizeof(T) < 8) {
        using wide = std::conditional_t<std::is_signed_v<T>, long, ulong>;
        const wide exact = static_cast<wide>(a) * static_cast<wide>(b) + static_cast<wide>(c);
        if (exact > static_cast<wide>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
        if (exact < static_cast<wide>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
        return static_cast<T>(exact);
    } else {
        const ulong low = static_cast<ulong>(a) * static_cast<ulong>(b);
        const ulong sum = low + static_cast<ulong>(c);
        const ulong carry = sum < low ? 1 : 0;
        if constexpr (std::is_signed_v<T>) {
            const long high = ingot::mul_hi(a, b) + (c < 0 ? -1 : 0) + static_cast<long>(carry);
            if (high < 0 ? !(high == -1 && static_cast<long>(sum) < 0) : !(high == 0 && static_cast<long>(sum) >= 0))
                return high < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
        } else {
            if (ingot::mul_hi(a, b) + carry != 0) return std::numeric_limits<T>::max();
        }
        return static_cast<T>(sum);
    }
}
template <typename T>
constexpr T extracted(T x, uint offset, uint bits) {
    constexpr uint width = 8 * sizeof(T);
    if (bits == 0) return 0;
    using U = std::make_unsigned_t<T>;
    const U top = static_cast<U>(static_cast<U>(x) << ((width - offset - bits) & (width - 1)));
    return static_cast<T>(static_cast<T>(top) >> ((width - bits) & (width - 1)));
}
template <typename T>
constexpr T inserted(T base, T insert, uint offset, uint bits) {
    constexpr uint width = 8 * sizeof(T);
    if (bits == 0) return base;
    using U = std::make_unsigned_t<T>;
    const U ones = static_cast<U>(static_cast<U>(~U(0)) >> ((width - bits) & (width - 1)));
    const U mask = static_cast<U>(ones << (offset & (width - 1)));
    return static_cast<T>((static_cast<U>(base) & ~mask) |
                          (static_cast<U>(static_cast<U>(insert) << (offset & (width - 1))) & mask));
}

}  // namespace ingot_detail

// Declares a function of one, two or three integers. A macro, because the name differs.
#define INGOT_METAL_INTEGER_FUNCTION_1(name, expression)                    \
    template <typename A>                                                   \
        requires ingot_detail::integers<A>                                  \
    constexpr ingot_detail::unpacked<A> name(A x) {                         \
        using C = ingot_detail::unpacked<A>;                                \
        return ingot_detail::each<C>([](auto a) { return expression; }, x); \
    }
#define INGOT_METAL_INTEGER_FUNCTION_2(name, expression)                                     \
    template <typename A, typename B>                                                        \
        requires ingot_detail::integers<A, B>                                                \
    constexpr ingot_detail::common<A, B> name(A x, B y) {                                    \
        using C = ingot_detail::common<A, B>;                                                \
        return ingot_detail::each_as<C, C>([](auto a, auto b) { return expression; }, x, y); \
    }
#define INGOT_METAL_INTEGER_FUNCTION_3(name, expression)                                                \
    template <typename A, typename B, typename D>                                                       \
        requires ingot_detail::integers<A, B, D>                                                        \
    constexpr ingot_detail::common<A, B, D> name(A x, B y, D z) {                                       \
        using C = ingot_detail::common<A, B, D>;                                                        \
        return ingot_detail::each_as<C, C>([](auto a, auto b, auto c) { return expression; }, x, y, z); \
    }

INGOT_METAL_INTEGER_FUNCTION_1(clz, ingot::clz(a))
INGOT_METAL_INTEGER_FUNCTION_1(ctz, ingot::ctz(a))
INGOT_METAL_INTEGER_FUNCTION_1(popcount, ingot::popcount(a))
INGOT_METAL_INTEGER_FUNCTION_1(reverse_bits, ingot::bit_reverse(a))
INGOT_METAL_INTEGER_FUNCTION_2(addsat, ingot_detail::saturated_sum(a, b))
INGOT_METAL_INTEGER_FUNCTION_2(subsat, ingot_detail::saturated_difference(a, b))
INGOT_METAL_INTEGER_FUNCTION_2(hadd, (a >> 1) + (b >> 1) + (a & b & 1))
INGOT_METAL_INTEGER_FUNCTION_2(rhadd, (a >> 1) + (b >> 1) + ((a | b) & 1))
INGOT_METAL_INTEGER_FUNCTION_2(mulhi, ingot::mul_hi(a, b))
INGOT_METAL_INTEGER_FUNCTION_2(mul24, ingot::mul24(a, b))
INGOT_METAL_INTEGER_FUNCTION_2(rotate, ingot::rotate(a, b))
INGOT_METAL_INTEGER_FUNCTION_3(mad24, ingot::mad24(a, b, c))
INGOT_METAL_INTEGER_FUNCTION_3(madhi, static_cast<decltype(a)>(static_cast<ulong>(ingot::mul_hi(a, b)) + static_cast<ulong>(c)))
INGOT_METAL_INTEGER_FUNCTION_3(madsat, ingot_detail::saturated_product_sum(a, b, c))

#undef INGOT_METAL_INTEGER_FUNCTION_1
#undef INGOT_METAL_INTEGER_FUNCTION_2
#undef INGOT_METAL_INTEGER_FUNCTION_3

/// The difference of two integers, as an unsigned number.
template <typename A, typename B>
    requires ingot_detail::integers<A, B>
constexpr ingot_detail::unsigned_of<ingot_detail::common<A, B>> absdiff(A x, B y) {
    using C = ingot_detail::common<A, B>;
    return ingot_detail::each_as<ingot_detail::unsigned_of<C>, C>(
        [](auto a, auto b) {
            using U = std::make_unsigned_t<decltype(a)>;
            return static_cast<U>(a < b ? static_cast<U>(b) - static_cast<U>(a) : static_cast<U>(a) - static_cast<U>(b));
        },
        x, y);
}
template <typename A>
    requires ingot_detail::integers<A>
constexpr ingot_detail::unpacked<A> extract_bits(A x, uint offset, uint bits) {
    return ingot_detail::each<ingot_detail::unpacked<A>>([=](auto a) { return ingot_detail::extracted(a, offset, bits); }, x);
}
template <typename A, typename B>
    requires ingot_detail::integers<A, B>
constexpr ingot_detail::common<A, B> insert_bits(A base, B insert, uint offset, uint bits) {
    using C = ingot_detail::common<A, B>;
    return ingot_detail::each_as<C, C>([=](auto a, auto b) { return ingot_detail::inserted(a, b, offset, bits); }, base, insert);
}

// Relational functions.

template <ingot_detail::bool_operand A>
constexpr bool all(A x) {
    if constexpr (ingot_detail::shape<A>::count == 1) return x;
    if constexpr (ingot_detail::shape<A>::count == 2) return x.x && x.y;
    if constexpr (ingot_detail::shape<A>::count == 3) return x.x && x.y && x.z;
    if constexpr (ingot_detail::shape<A>::count == 4) return x.x && x.y && x.z && x.w;
}
template <ingot_detail::bool_operand A>
constexpr bool any(A x) {
    return !all(!x);
}

namespace ingot_detail {
constexpr uint magnitude_of(float x) { return __builtin_bit_cast(uint, x) & 0x7fff'ffffu; }
constexpr ushort magnitude_of(half x) { return __builtin_bit_cast(ushort, x) & 0x7fffu; }
constexpr uint magnitude_of(bfloat x) { return x.ingot_bits & 0x7fffu; }
template <typename T>
inline constexpr uint infinite_bits = sizeof(T) == 2 ? 0x7c00u : 0x7f80'0000u;
template <>
inline constexpr uint infinite_bits<bfloat> = 0x7f80u;
template <typename T>
inline constexpr uint least_normal_bits = sizeof(T) == 2 ? 0x0400u : 0x0080'0000u;
template <>
inline constexpr uint least_normal_bits<bfloat> = 0x0080u;
}  // namespace ingot_detail

// The classes of numbers are read from the bits, so that no optimisation for numbers without NaN changes the results.
#define INGOT_METAL_CLASS_OF_NUMBERS(name, expression)                                                       \
    template <typename A>                                                                                    \
        requires ingot_detail::real_operand<A>                                                               \
    constexpr ingot_detail::with_element<ingot_detail::unpacked<A>, bool> name(A x) {                        \
        return ingot_detail::each<ingot_detail::with_element<ingot_detail::unpacked<A>, bool>>(              \
            [](auto a) {                                                                                     \
                [[maybe_unused]] constexpr uint infinite = ingot_detail::infinite_bits<decltype(a)>;         \
                [[maybe_unused]] constexpr uint least_normal = ingot_detail::least_normal_bits<decltype(a)>; \
                const uint magnitude = ingot_detail::magnitude_of(a);                                        \
                return expression;                                                                           \
            },                                                                                               \
            x);                                                                                              \
    }

INGOT_METAL_CLASS_OF_NUMBERS(isfinite, magnitude < infinite)
INGOT_METAL_CLASS_OF_NUMBERS(isinf, magnitude == infinite)
INGOT_METAL_CLASS_OF_NUMBERS(isnan, magnitude > infinite)
INGOT_METAL_CLASS_OF_NUMBERS(isnormal, magnitude < infinite && magnitude >= least_normal)

#undef INGOT_METAL_CLASS_OF_NUMBERS

template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::with_element<ingot_detail::unpacked<A>, bool> signbit(A x) {
    return ingot_detail::each<ingot_detail::with_element<ingot_detail::unpacked<A>, bool>>(
        [](auto a) {
            if constexpr (sizeof(a) == 2)
                return __builtin_bit_cast(short, a) < 0;
            else
                return __builtin_bit_cast(int, a) < 0;
        },
        x);
}
template <typename A, typename B>
    requires ingot_detail::reals<A, B>
constexpr ingot_detail::with_element<ingot_detail::common_real<A, B>, bool> isunordered(A x, B y) {
    using C = ingot_detail::common_real<A, B>;
    return ingot_detail::each_as<ingot_detail::with_element<C, bool>, C>([](auto a, auto b) { return isnan(a) || isnan(b); }, x,
                                                                         y);
}
template <typename A, typename B>
    requires ingot_detail::reals<A, B>
constexpr ingot_detail::with_element<ingot_detail::common_real<A, B>, bool> isordered(A x, B y) {
    return !isunordered(x, y);
}

/// For each component b where the condition holds, and otherwise a. The order is that of a linear interpolation.
template <typename A, typename B, ingot_detail::bool_operand D>
    requires ingot_detail::numbers<A, B> &&
             (ingot_detail::shape<D>::count == ingot_detail::shape<ingot_detail::common<A, B>>::count)
constexpr ingot_detail::common<A, B> select(A a, B b, D condition) {
    using C = ingot_detail::common<A, B>;
    using element = ingot_detail::element_of<C>;
    return ingot_detail::each<C>([](auto x, auto y, bool c) { return c ? static_cast<element>(y) : static_cast<element>(x); }, a,
                                 b, condition);
}

/// The condition of scalars can be any integer, as where C++ converts it to bool.
template <ingot_detail::scalar A, ingot_detail::scalar B, typename D>
    requires ingot_detail::numbers<A, B> && std::is_integral_v<D> && (!std::is_same_v<D, bool>)
constexpr ingot_detail::common<A, B> select(A a, B b, D condition) {
    return select(a, b, static_cast<bool>(condition));
}

template <typename T>
constexpr void swap(thread T& a, thread T& b) {
    const T first = a;
    a = b;
    b = first;
}

}  // namespace metal
