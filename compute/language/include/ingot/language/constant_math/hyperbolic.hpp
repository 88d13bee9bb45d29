// Hyperbolic functions and their inverses as constant expressions. They are computed from exponentials, logarithms
// and square roots.
#pragma once

#include <ingot/language/constant_math/exponential.hpp>

namespace ingot::constant_math {

namespace detail {

// Returns e^x / 2, or its negative if `is_result_negative`. x is so large that adding e^-x to e^x does not change the rounded
// result.
template <ingot::detail::floating_point T>
constexpr T half_exp(double x, bool is_result_negative) {
    if (x > overflows) return is_result_negative ? -infinity<T> : infinity<T>;
    const auto [value, exponent] = exp_of(working_type<T>(x));
    return finish<T>(is_result_negative ? -value : value, exponent - 1);
}

}  // namespace detail

template <ingot::detail::floating_point T>
constexpr T sinh(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || detail::magnitude(x) < 0x1p-29) return value;
    const bool is_negative = detail::is_negative(x);
    if (detail::magnitude(x) > 45.0) return detail::half_exp<T>(detail::magnitude(x), is_negative);
    const working e = detail::expm1_of(working(detail::magnitude(x)));
    const working result = (e + e / (e + working(1.0))) * working(0.5);
    return detail::finish<T>(is_negative ? -result : result);
}

template <ingot::detail::floating_point T>
constexpr T cosh(T value) {
    using working = detail::working_type<T>;
    const double x = detail::magnitude(static_cast<double>(value));
    if (detail::is_nan(x)) return value;
    if (detail::is_infinite(x)) return detail::infinity<T>;
    if (x > 45.0) return detail::half_exp<T>(x, false);
    const working e = detail::expm1_of(working(x)) + working(1.0);
    return detail::finish<T>((e + working(1.0) / e) * working(0.5));
}

template <ingot::detail::floating_point T>
constexpr T tanh(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::magnitude(x) < 0x1p-29) return value;
    const bool is_negative = detail::is_negative(x);
    if (detail::magnitude(x) > 45.0) return T(is_negative ? -1.0f : 1.0f);
    const working e = detail::expm1_of(working(2.0 * detail::magnitude(x)));
    const working result = e / (e + working(2.0));
    return detail::finish<T>(is_negative ? -result : result);
}

template <ingot::detail::floating_point T>
constexpr T asinh(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || detail::is_infinite(x) || detail::magnitude(x) < 0x1p-29) return value;
    const bool is_negative = detail::is_negative(x);
    const working w(detail::magnitude(x));
    working result {};
    if (detail::magnitude(x) > 0x1p+60) {
        result = detail::log_of<working>(detail::magnitude(x)) + detail::as<working>(detail::ln_2);
    } else {
        const working square = w * w;
        result = detail::log1p_of(w + square / (detail::root_of(square + working(1.0)) + working(1.0)));
    }
    return detail::finish<T>(is_negative ? -result : result);
}

/// The inverse hyperbolic cosine; NaN below 1.
template <ingot::detail::floating_point T>
constexpr T acosh(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || x < 1.0) return detail::not_a_number<T>;
    if (x == 1.0) return T(0.0f);
    if (detail::is_infinite(x)) return value;
    if (x > 0x1p+60) return detail::finish<T>(detail::log_of<working>(x) + detail::as<working>(detail::ln_2));
    const working above = working(x) - working(1.0);
    return detail::finish<T>(detail::log1p_of(above + detail::root_of(above * (above + working(2.0)))));
}

/// The inverse hyperbolic tangent; infinite at 1 and -1, NaN if |value| > 1.
template <ingot::detail::floating_point T>
constexpr T atanh(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    const double size = detail::magnitude(x);
    if (detail::is_nan(x) || size < 0x1p-29) return value;
    if (size > 1.0) return detail::not_a_number<T>;
    if (size == 1.0) return detail::is_negative(x) ? -detail::infinity<T> : detail::infinity<T>;
    const working w(size);
    const working result = detail::log1p_of(w * working(2.0) / (working(1.0) - w)) * working(0.5);
    return detail::finish<T>(detail::is_negative(x) ? -result : result);
}

}  // namespace ingot::constant_math
