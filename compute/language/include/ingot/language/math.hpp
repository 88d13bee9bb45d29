// Mathematical functions of numbers (Table 8 of the thesis that docs/host-library.md names), for half, float and double.
// Each function has one name at compile time and at run time: <ingot/language/constant_math.hpp> evaluates constant
// expressions, and the device computes everything else. docs/mathematics.md has the errors of the functions.
//
// An integer argument is converted to the type of the floating-point arguments: if x is a float, pow(x, 2) is computed in
// single precision. If all arguments are integers, the function computes in double. With arguments of float and double
// the result is double, with half and float it is float.
#pragma once

#include <concepts>
#include <ingot/language/constant_math.hpp>
#include <ingot/language/run_time_math.hpp>
#include <ingot/language/target_feature.hpp>
#include <type_traits>

namespace ingot {

namespace detail {

/// The types of the arguments of the functions in this header.
template <typename T>
concept number = std::integral<T> || floating_point<T>;

template <typename T, typename... All>
inline constexpr bool is_among = (std::same_as<T, All> || ...);

/// The type in which a function computes with arguments of these types: the most precise floating-point type of the
/// arguments, or double if all arguments are integers.
template <number... All>
using floating_type = std::conditional_t<
    is_among<double, All...>, double,
    std::conditional_t<is_among<float, All...>, float, std::conditional_t<is_among<half, All...>, half, double>>>;

template <bool is_floating, number... All>
struct common_number {
    using type = floating_type<All...>;
};
template <number... All>
struct common_number<false, All...> {
    using type = std::common_type_t<All...>;
};

/// The type floating_type of the arguments. But if all arguments are integers, it is their common integer type.
template <number... All>
using number_type = typename common_number<(floating_point<All> || ...), All...>::type;

}  // namespace detail

/// The magnitude, in the type of the value. The magnitude of the least signed integer does not fit into its type; the result
/// is then the least integer itself.
template <detail::number T>
constexpr T abs(T value) {
    if constexpr (std::unsigned_integral<T>)
        return value;
    else if constexpr (std::integral<T>)
        return value < 0 ? static_cast<T>(0u - static_cast<std::make_unsigned_t<T>>(value)) : value;
    else
        return std::is_constant_evaluated() ? constant_math::abs(value) : detail::run_time_math::fabs(value);
}
/// The magnitude. For an integer the result is a double.
template <detail::number T>
constexpr detail::floating_type<T> fabs(T value) {
    return abs(static_cast<detail::floating_type<T>>(value));
}

/// The square root; NaN for negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> sqrt(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::sqrt(x) : detail::run_time_math::sqrt(x);
}
/// 1 / sqrt(value): infinity at 0, NaN for negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> rsqrt(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::rsqrt(x) : detail::run_time_math::rsqrt(x);
}
/// The cube root, also of negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> cbrt(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::cbrt(x) : detail::run_time_math::cbrt(x);
}
/// The greatest integer that is not greater than the value.
template <detail::number T>
constexpr detail::floating_type<T> floor(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::floor(x) : detail::run_time_math::floor(x);
}
/// The least integer that is not less than the value.
template <detail::number T>
constexpr detail::floating_type<T> ceil(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::ceil(x) : detail::run_time_math::ceil(x);
}
/// The nearest integer; half-way cases are rounded away from 0.
template <detail::number T>
constexpr detail::floating_type<T> round(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::round(x) : detail::run_time_math::round(x);
}
/// The integer part: the value rounded towards 0.
template <detail::number T>
constexpr detail::floating_type<T> trunc(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::trunc(x) : detail::run_time_math::trunc(x);
}
/// The nearest integer; half-way cases are rounded to the even one. This is the rounding mode of every device.
template <detail::number T>
constexpr detail::floating_type<T> rint(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::rint(x) : detail::run_time_math::rint(x);
}
/// e to the power of value.
template <detail::number T>
constexpr detail::floating_type<T> exp(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::exp(x) : detail::run_time_math::exp(x);
}
/// 2 to the power of value.
template <detail::number T>
constexpr detail::floating_type<T> exp2(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::exp2(x) : detail::run_time_math::exp2(x);
}
/// 10 to the power of value.
template <detail::number T>
constexpr detail::floating_type<T> exp10(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::exp10(x) : detail::run_time_math::exp10(x);
}
/// exp(value) - 1, accurate near 0.
template <detail::number T>
constexpr detail::floating_type<T> expm1(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::expm1(x) : detail::run_time_math::expm1(x);
}
/// The natural logarithm: minus infinity at 0, NaN for negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> log(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::log(x) : detail::run_time_math::log(x);
}
/// The logarithm to base 2: minus infinity at 0, NaN for negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> log2(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::log2(x) : detail::run_time_math::log2(x);
}
/// The logarithm to base 10: minus infinity at 0, NaN for negative numbers.
template <detail::number T>
constexpr detail::floating_type<T> log10(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::log10(x) : detail::run_time_math::log10(x);
}
/// log(1 + value), accurate near 0: minus infinity at -1, NaN for numbers less than -1.
template <detail::number T>
constexpr detail::floating_type<T> log1p(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::log1p(x) : detail::run_time_math::log1p(x);
}
/// The sine of an angle in radians, which may be arbitrarily large; NaN if the angle is infinite.
template <detail::number T>
constexpr detail::floating_type<T> sin(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::sin(x) : detail::run_time_math::sin(x);
}
/// The cosine of an angle in radians, which may be arbitrarily large; NaN if the angle is infinite.
template <detail::number T>
constexpr detail::floating_type<T> cos(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::cos(x) : detail::run_time_math::cos(x);
}
/// The tangent of an angle in radians, which may be arbitrarily large; NaN if the angle is infinite.
template <detail::number T>
constexpr detail::floating_type<T> tan(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::tan(x) : detail::run_time_math::tan(x);
}
/// The arc sine in radians, from -pi/2 to pi/2; NaN outside of -1 to 1.
template <detail::number T>
constexpr detail::floating_type<T> asin(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::asin(x) : detail::run_time_math::asin(x);
}
/// The arc cosine in radians, from 0 to pi; NaN outside of -1 to 1.
template <detail::number T>
constexpr detail::floating_type<T> acos(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::acos(x) : detail::run_time_math::acos(x);
}
/// The arc tangent in radians, from -pi/2 to pi/2.
template <detail::number T>
constexpr detail::floating_type<T> atan(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::atan(x) : detail::run_time_math::atan(x);
}
/// The hyperbolic sine.
template <detail::number T>
constexpr detail::floating_type<T> sinh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::sinh(x) : detail::run_time_math::sinh(x);
}
/// The hyperbolic cosine.
template <detail::number T>
constexpr detail::floating_type<T> cosh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::cosh(x) : detail::run_time_math::cosh(x);
}
/// The hyperbolic tangent.
template <detail::number T>
constexpr detail::floating_type<T> tanh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::tanh(x) : detail::run_time_math::tanh(x);
}
/// The inverse hyperbolic sine.
template <detail::number T>
constexpr detail::floating_type<T> asinh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::asinh(x) : detail::run_time_math::asinh(x);
}
/// The inverse hyperbolic cosine; NaN below 1.
template <detail::number T>
constexpr detail::floating_type<T> acosh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::acosh(x) : detail::run_time_math::acosh(x);
}
/// The inverse hyperbolic tangent: infinite at -1 and 1, NaN if |value| > 1.
template <detail::number T>
constexpr detail::floating_type<T> atanh(T value) {
    const auto x = static_cast<detail::floating_type<T>>(value);
    return std::is_constant_evaluated() ? constant_math::atanh(x) : detail::run_time_math::atanh(x);
}

/// x - n y, exactly, where n is x / y rounded towards 0. The result has the sign of x. NaN if y is 0 or x is infinite.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> fmod(A x, B y) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::fmod(static_cast<T>(x), static_cast<T>(y))
                                        : detail::run_time_math::fmod(static_cast<T>(x), static_cast<T>(y));
}
/// x - n y, exactly, where n is the integer nearest to x / y, ties to even. NaN if y is 0 or x is infinite.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> remainder(A x, B y) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::remainder(static_cast<T>(x), static_cast<T>(y))
                                        : detail::run_time_math::remainder(static_cast<T>(x), static_cast<T>(y));
}
/// base to the power of exponent, with the special cases of C; NaN for a negative base and an exponent that is no integer.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> pow(A base, B exponent) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::pow(static_cast<T>(base), static_cast<T>(exponent))
                                        : detail::run_time_math::pow(static_cast<T>(base), static_cast<T>(exponent));
}
/// The angle of the point (x, y) in radians, from -pi to pi. If y is 0 or -0, the result is 0 or pi with the sign of y.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> atan2(A y, B x) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::atan2(static_cast<T>(y), static_cast<T>(x))
                                        : detail::run_time_math::atan2(static_cast<T>(y), static_cast<T>(x));
}
/// sqrt(x * x + y * y), without intermediate overflow.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> hypot(A x, B y) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::hypot(static_cast<T>(x), static_cast<T>(y))
                                        : detail::run_time_math::hypot(static_cast<T>(x), static_cast<T>(y));
}
/// `value` with the sign of `sign`, also if one of the two is 0 or NaN.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> copysign(A value, B sign) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::copysign(static_cast<T>(value), static_cast<T>(sign))
                                        : detail::run_time_math::copysign(static_cast<T>(value), static_cast<T>(sign));
}
/// The lesser value. If one value is NaN, the result is the other one.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> fmin(A a, B b) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::fmin(static_cast<T>(a), static_cast<T>(b))
                                        : detail::run_time_math::fmin(static_cast<T>(a), static_cast<T>(b));
}
/// The greater value. If one value is NaN, the result is the other one.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> fmax(A a, B b) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::fmax(static_cast<T>(a), static_cast<T>(b))
                                        : detail::run_time_math::fmax(static_cast<T>(a), static_cast<T>(b));
}
/// a - b if the difference is positive, otherwise 0; NaN if a or b is NaN.
template <detail::number A, detail::number B>
constexpr detail::floating_type<A, B> fdim(A a, B b) {
    using T = detail::floating_type<A, B>;
    return std::is_constant_evaluated() ? constant_math::fdim(static_cast<T>(a), static_cast<T>(b))
                                        : detail::run_time_math::fdim(static_cast<T>(a), static_cast<T>(b));
}
/// a * b + c, rounded once.
template <detail::number A, detail::number B, detail::number C>
constexpr detail::floating_type<A, B, C> fma(A a, B b, C c) {
    using T = detail::floating_type<A, B, C>;
    return std::is_constant_evaluated() ? constant_math::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c))
                                        : detail::run_time_math::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
}
/// a * b + c, like OpenCL C's `mad`. It is rounded once (fma) on targets that compute fma in hardware, and otherwise
/// twice, because fma in software is slow.
template <detail::number A, detail::number B, detail::number C>
constexpr detail::floating_type<A, B, C> mad(A a, B b, C c) {
    using T = detail::floating_type<A, B, C>;
    if (detail::target_has(detail::target_feature::fuses_mad)) return fma(a, b, c);
    return static_cast<T>(static_cast<T>(a) * static_cast<T>(b) + static_cast<T>(c));
}

}  // namespace ingot

#include <ingot/language/interpolation.hpp>
#include <ingot/language/math_for_clang.hpp>
#include <ingot/language/scalar_functions.hpp>
