// Exponentials, logarithms, powers and roots as constant expressions. The exponential and the logarithm first
// reduce their argument to a small interval with an identity, for example exp(x) = 2^n exp(x - n ln 2), and then sum a
// series in at least twice the precision of the result.
#pragma once

#include <cstdint>
#include <ingot/language/constant_math/constants.hpp>
#include <ingot/language/constant_math/rounding.hpp>

namespace ingot::constant_math {

namespace detail {

constexpr double root_of(double x) { return square_root(x); }
// Computes one step of Newton's method. The first estimate is the square root of the high part.
constexpr double_double root_of(double_double x) {
    const double root = square_root(x.high);
    const double_double rest = x - exact_product(root, root);
    return ordered_sum(root, rest.high / (2.0 * root));
}

/// value * 2^exponent.
template <typename working>
struct scaled {
    working value;
    int exponent;
};

/// exp(x) - 1 for |x| <= ln(2) / 2 (or slightly more), by Taylor's series.
template <typename working>
constexpr working exp_series(working x) {
    constexpr int terms = std::same_as<working, double> ? 13 : 24;
    working sum = as<working>(inverse_factorial[terms]);
    for (int n = terms - 1; n >= 1; --n) sum = sum * x + as<working>(inverse_factorial[n]);
    return sum * x;
}

/// exp(x) for |x| < 2000, as value * 2^exponent.
template <typename working>
constexpr scaled<working> exp_of(working x) {
    const double half = nearest(x) < 0.0 ? -0.5 : 0.5;
    const int exponent = static_cast<int>(nearest(x) * 0x1.71547652b82fep+0 + half);
    const working rest = x - working(static_cast<double>(exponent)) * as<working>(ln_2);
    return {exp_series(rest) + working(1.0), exponent};
}

/// exp(x) - 1 for -2000 < x < 690.
template <typename working>
constexpr working expm1_of(working x) {
    if (magnitude(nearest(x)) < 0.35) return exp_series(x);
    const auto [value, exponent] = exp_of(x);
    if (exponent < -200) return working(-1.0);
    return value * working(power_of_two(exponent)) - working(1.0);
}

/// log((1 + z) / (1 - z)) for |z| <= 0.172, by the series of 2 atanh(z).
template <typename working>
constexpr working log_series(working z) {
    constexpr int terms = std::same_as<working, double> ? 11 : 22;
    const working square = z * z;
    working sum = as<working>(inverse_odd[terms]);
    for (int n = terms - 1; n >= 0; --n) sum = sum * square + as<working>(inverse_odd[n]);
    return sum * z * working(2.0);
}

/// log(x * 2^exponent) for 0.4 < x < 2.8.
template <typename working>
constexpr working log_of(working x, int exponent) {
    if (nearest(x) > 0x1.6a09e667f3bcdp+0) {
        x = x * working(0.5);
        ++exponent;
    } else if (nearest(x) < 0x1.6a09e667f3bcdp-1) {
        x = x * working(2.0);
        --exponent;
    }
    return log_series((x - working(1.0)) / (x + working(1.0))) + working(static_cast<double>(exponent)) * as<working>(ln_2);
}

template <typename working>
constexpr working log_of(double x) {
    const normalised parts = normalise(x);
    return log_of(working(parts.fraction), parts.exponent);
}

/// log(1 + x) for x > -1.
template <typename working>
constexpr working log1p_of(working x) {
    if (magnitude(nearest(x)) < 0.25) return log_series(x / (x + working(2.0)));
    const working sum = x + working(1.0);
    const int exponent = exponent_of(nearest(sum));
    return log_of(sum * working(power_of_two(-exponent)), exponent);
}

// For an argument of exp() with a magnitude greater than this, the result is known without a computation: in every type,
// exp(1100) overflows, and exp(-1100) is rounded to 0.
inline constexpr double overflows = 1100.0;

// Returns exp(x) for any x that is not NaN.
template <ingot::detail::floating_point T, typename working>
constexpr T exp_of_product(working x) {
    if (nearest(x) > overflows) return infinity<T>;
    if (nearest(x) < -overflows) return T(0.0f);
    const auto [value, exponent] = exp_of(x);
    return finish<T>(value, exponent);
}

// Returns the argument of exp() for base^x, where `factor` is the natural logarithm of the base.
template <ingot::detail::floating_point T>
constexpr working_type<T> power_argument(double x, double_double factor) {
    return working_type<T>(x) * as<working_type<T>>(factor);
}

}  // namespace detail

template <ingot::detail::floating_point T>
constexpr T exp(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x)) return value;
    if (x > detail::overflows) return detail::infinity<T>;
    if (x < -detail::overflows) return T(0.0f);
    return detail::exp_of_product<T>(detail::working_type<T>(x));
}

template <ingot::detail::floating_point T>
constexpr T exp2(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x)) return value;
    if (x > 2000.0) return detail::infinity<T>;
    if (x < -2000.0) return T(0.0f);
    // 2^x is 2^n * 2^(x - n) with the integer n nearest to x. The factor 2^n changes only the exponent of the result.
    const double integer_part = static_cast<double>(rint(x));
    const auto [result, exponent] = detail::exp_of(detail::power_argument<T>(x - integer_part, detail::ln_2));
    return detail::finish<T>(result, exponent + static_cast<int>(integer_part));
}

template <ingot::detail::floating_point T>
constexpr T exp10(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x)) return value;
    if (x > 500.0) return detail::infinity<T>;
    if (x < -500.0) return T(0.0f);
    return detail::exp_of_product<T>(detail::power_argument<T>(x, detail::ln_10));
}

/// exp(value) - 1, accurate near 0.
template <ingot::detail::floating_point T>
constexpr T expm1(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::magnitude(x) < 0x1p-56) return value;
    if (x > 710.0) return detail::infinity<T>;
    if (x < -detail::overflows) return T(-1.0f);
    const detail::working_type<T> w(x);
    if (x < 100.0) return detail::finish<T>(detail::expm1_of(w));
    return detail::exp_of_product<T>(w);
}

namespace detail {
// Returns the logarithm of 0, a negative number, an infinity or a NaN.
template <ingot::detail::floating_point T>
constexpr T special_log(double x) {
    if (x == 0.0) return -infinity<T>;
    return is_nan(x) || is_negative(x) ? not_a_number<T> : infinity<T>;
}
}  // namespace detail

/// The natural logarithm; minus infinity at 0, NaN for negative numbers.
template <ingot::detail::floating_point T>
constexpr T log(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || x <= 0.0) return detail::special_log<T>(x);
    return detail::finish<T>(detail::log_of<detail::working_type<T>>(x));
}

template <ingot::detail::floating_point T>
constexpr T log2(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || x <= 0.0) return detail::special_log<T>(x);
    const detail::normalised parts = detail::normalise(x);
    // Add the exponent, which is exact, to the logarithm of the fraction. With a fraction from sqrt(1/2) to sqrt(2) the
    // sum does not cancel.
    const bool is_above = parts.fraction > 0x1.6a09e667f3bcdp+0;
    const working fraction(is_above ? parts.fraction * 0.5 : parts.fraction);
    const working rest = detail::log_of(fraction, 0) / detail::as<working>(detail::ln_2);
    return detail::finish<T>(rest + working(static_cast<double>(parts.exponent + (is_above ? 1 : 0))));
}

template <ingot::detail::floating_point T>
constexpr T log10(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || x <= 0.0) return detail::special_log<T>(x);
    return detail::finish<T>(detail::log_of<working>(x) / detail::as<working>(detail::ln_10));
}

/// log(1 + value), accurate near 0.
template <ingot::detail::floating_point T>
constexpr T log1p(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::magnitude(x) < 0x1p-56) return value;
    if (x == -1.0) return -detail::infinity<T>;
    if (x < -1.0) return detail::not_a_number<T>;
    if (detail::is_infinite(x)) return value;
    if (x > 0x1p+120) return log(value);  // adding 1 does not change x
    return detail::finish<T>(detail::log1p_of(detail::working_type<T>(x)));
}

namespace detail {

// Returns x^y, or -x^y if `is_result_negative`, for finite x > 0 and finite y.
template <ingot::detail::floating_point T>
constexpr T positive_power(double x, double y, bool is_result_negative) {
    using working = working_type<T>;
    const working logarithm = log_of<working>(x);
    T result {};
    const bool are_both_tiny = magnitude(nearest(logarithm)) < 0x1p-60 && magnitude(y) < 0x1p-60;
    if (magnitude(y) > 0x1p+80 && nearest(logarithm) != 0.0)
        result = (nearest(logarithm) > 0.0) == (y > 0.0) ? infinity<T> : T(0.0f);
    else if (are_both_tiny || magnitude(y) < 0x1p-80 || nearest(logarithm) == 0.0)
        result = T(1.0f);
    else  // the product cannot overflow, because |y| is at most 2^80 and |log(x)| less than 750
        result = exp_of_product<T>(logarithm * working(y));
    return is_result_negative ? -result : result;
}

constexpr bool is_integer(double x) { return truncate(x) == x; }
constexpr bool is_odd_integer(double x) { return magnitude(x) < 0x1p+53 && is_integer(x) && !is_integer(x * 0.5); }

}  // namespace detail

/// base^exponent with the special cases of C (ISO/IEC 9899, F.10.4.4).
template <ingot::detail::floating_point T>
constexpr T pow(T base, T exponent) {
    const double x = static_cast<double>(base);
    const double y = static_cast<double>(exponent);
    if (y == 0.0 || x == 1.0) return T(1.0f);
    if (detail::is_nan(x) || detail::is_nan(y)) return detail::not_a_number<T>;
    const double size = detail::magnitude(x);
    if (detail::is_infinite(y)) {
        if (size == 1.0) return T(1.0f);
        return (size > 1.0) == (y > 0.0) ? detail::infinity<T> : T(0.0f);
    }
    const bool is_result_negative = detail::is_negative(x) && detail::is_odd_integer(y);
    if (x == 0.0 || detail::is_infinite(x)) {
        const T result = detail::is_infinite(x) == (y > 0.0) ? detail::infinity<T> : T(0.0f);
        return is_result_negative ? -result : result;
    }
    if (detail::is_negative(x) && !detail::is_integer(y)) return detail::not_a_number<T>;
    return detail::positive_power<T>(size, y, is_result_negative);
}

/// The cube root, also of negative numbers.
template <ingot::detail::floating_point T>
constexpr T cbrt(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || x == 0.0) return value;
    const working third = detail::log_of<working>(detail::magnitude(x)) / working(3.0);
    const auto [root, exponent] = detail::exp_of(third);
    return detail::finish<T>(detail::is_negative(x) ? -root : root, exponent);
}

/// 1 / sqrt(value); at +0 and -0 an infinity of the same sign.
template <ingot::detail::floating_point T>
constexpr T rsqrt(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x)) return value;
    if (x == 0.0) return detail::is_negative(x) ? -detail::infinity<T> : detail::infinity<T>;
    if (detail::is_negative(x)) return detail::not_a_number<T>;
    if (detail::is_infinite(x)) return T(0.0f);
    const detail::normalised parts = detail::normalise(x);
    const double even = (parts.exponent & 1) == 0 ? parts.fraction : parts.fraction * 2.0;
    const working root = working(1.0) / detail::root_of(working(even));
    return detail::finish<T>(root, -((parts.exponent & ~1) / 2));
}

/// sqrt(x^2 + y^2) without intermediate overflow.
template <ingot::detail::floating_point T>
constexpr T hypot(T first, T second) {
    using working = detail::working_type<T>;
    const double x = detail::magnitude(static_cast<double>(first));
    const double y = detail::magnitude(static_cast<double>(second));
    if (detail::is_infinite(x) || detail::is_infinite(y)) return detail::infinity<T>;
    if (detail::is_nan(x) || detail::is_nan(y)) return detail::not_a_number<T>;
    const double greater = x < y ? y : x;
    const double lesser = x < y ? x : y;
    if (lesser == 0.0) return detail::narrow<T>(greater);
    const detail::normalised a = detail::normalise(greater);
    const detail::normalised b = detail::normalise(lesser);
    const int apart = a.exponent - b.exponent;
    const working side(a.fraction);
    working sum = side * side;
    if (apart < 120) {
        const working other(b.fraction * detail::power_of_two(-apart));
        sum = sum + other * other;
    }
    return detail::finish<T>(detail::root_of(sum), a.exponent);
}

}  // namespace ingot::constant_math
