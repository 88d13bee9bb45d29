// Trigonometric functions and their inverses as constant expressions. An angle is reduced to at most pi / 4, and a
// Taylor series gives the sine or cosine of the reduced angle.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <ingot/language/constant_math/constants.hpp>
#include <ingot/language/constant_math/exponential.hpp>

namespace ingot::constant_math {

namespace detail {

/// An angle as quadrant * pi / 2 + rest, |rest| <= pi / 4.
template <typename working>
struct reduced_angle {
    unsigned quadrant;
    working rest;
};

// A binary fraction of four 64-bit integers (limbs), the most significant first.
struct long_fraction {
    uint64_t limbs[4];
};

// Returns significand * (2 / pi) * 2^exponent, modulo 4, with two bits before the binary point and 254 bits after it
// (M. H. Payne and R. N. Hanek, "Radian reduction for trigonometric functions", 1983). Bits of 2 / pi that only
// contribute multiples of 4 are skipped. If no bits were cancelled, the result would have about 200 accurate bits after the
// binary point. Bits are cancelled if the angle is close to a multiple of pi / 2: the result is then close to an integer. For
// every double, the difference from an integer is more than 2^-62, so more than 128 accurate bits remain.
constexpr long_fraction turn(uint64_t significand, int exponent) {
    const int first_bit = exponent - 2 + 64;  // the table begins with 64 zeros
    long_fraction product {};
    uint64_t carry = 0;
    for (int limb = 3; limb >= 0; --limb) {
        const int bit = first_bit + 64 * limb;
        const int index = bit / 64;
        const int shift = bit % 64;
        const uint64_t bits =
            shift == 0 ? two_over_pi[index] : (two_over_pi[index] << shift) | (two_over_pi[index + 1] >> (64 - shift));
        const wide_integer part = multiply(significand, bits) + wide_integer {0, carry};
        product.limbs[limb] = part.low;
        carry = part.high;
    }
    return product;
}

constexpr long_fraction shifted_left(const long_fraction& value, int shift) {
    long_fraction result {};
    for (int limb = 0; limb < 4; ++limb) {
        const int low = limb + shift / 64;
        const uint64_t bits = low < 4 ? value.limbs[low] : 0;
        const uint64_t next = low + 1 < 4 ? value.limbs[low + 1] : 0;
        result.limbs[limb] = shift % 64 == 0 ? bits : (bits << (shift % 64)) | (next >> (64 - shift % 64));
    }
    return result;
}

constexpr long_fraction negated(const long_fraction& value) {
    long_fraction result {};
    uint64_t carry = 1;
    for (int limb = 3; limb >= 0; --limb) {
        result.limbs[limb] = ~value.limbs[limb] + carry;
        carry = carry != 0 && result.limbs[limb] == 0 ? 1 : 0;
    }
    return result;
}

// Returns the value of the fraction, whose binary point is before its first bit, with at least 106 bits of precision.
constexpr double_double value_of(const long_fraction& fraction) {
    int zeros = 0;
    for (int limb = 0; limb < 4 && zeros == 64 * limb; ++limb) zeros += std::countl_zero(fraction.limbs[limb]);
    const long_fraction normal = shifted_left(fraction, zeros);
    double_double sum;
    for (int chunk = 3; chunk >= 0; --chunk) {
        const uint64_t limb = normal.limbs[chunk / 2];
        const double part = static_cast<double>(chunk % 2 == 0 ? limb >> 32 : limb & 0xffff'ffffu);
        sum = sum + double_double(part * power_of_two(-32 * (chunk + 1)));
    }
    const double factor = power_of_two(-zeros);
    return {sum.high * factor, sum.low * factor};
}

/// Reduces a finite angle that is not negative to a quadrant and a rest.
template <typename working>
constexpr reduced_angle<working> reduce(double x) {
    if (x <= quarter_pi.high) return {0, working(x)};
    const integer_parts parts = parts_of(x);
    const long_fraction turns = turn(parts.significand, parts.exponent);
    unsigned quadrant = static_cast<unsigned>(turns.limbs[0] >> 62);
    long_fraction rest = shifted_left(turns, 2);
    const bool is_beyond_half = (rest.limbs[0] >> 63) != 0;
    if (is_beyond_half) {
        rest = negated(rest);
        ++quadrant;
    }
    const working angle = as<working>(value_of(rest) * half_pi);
    return {quadrant & 3u, is_beyond_half ? -angle : angle};
}

// The sine and the cosine for |x| <= pi / 4, by Taylor's series.
template <typename working>
constexpr working sin_series(working x) {
    constexpr size_t terms = std::same_as<working, double> ? 8 : 14;
    const working square = -(x * x);
    working sum = as<working>(inverse_factorial[2 * terms + 1]);
    for (size_t n = terms; n-- > 0;) sum = sum * square + as<working>(inverse_factorial[2 * n + 1]);
    return sum * x;
}
template <typename working>
constexpr working cos_series(working x) {
    constexpr size_t terms = std::same_as<working, double> ? 9 : 15;
    const working square = -(x * x);
    working sum = as<working>(inverse_factorial[2 * terms]);
    for (size_t n = terms; n-- > 0;) sum = sum * square + as<working>(inverse_factorial[2 * n]);
    return sum;
}

// Returns sin(angle + quadrant * pi / 2).
template <typename working>
constexpr working sin_of(const reduced_angle<working>& angle, unsigned quadrant) {
    const unsigned all = (angle.quadrant + quadrant) & 3u;
    const working result = (all & 1u) == 0 ? sin_series(angle.rest) : cos_series(angle.rest);
    return all >= 2 ? -result : result;
}

// Returns atan(y / x) for y >= 0 and x >= 0, not both 0. A table contains the arc tangent of the multiple of 1 / 8 that
// is nearest to y / x, and a series gives the difference from it.
template <typename working>
constexpr working atan_of(working y, working x) {
    if (nearest(y) > nearest(x)) return as<working>(half_pi) - atan_of(x, y);
    constexpr int terms = std::same_as<working, double> ? 7 : 14;
    const int eighths = static_cast<int>(nearest(y) / nearest(x) * 8.0 + 0.5);
    const working table_point(static_cast<double>(eighths) * 0.125);
    const working rest = (y - table_point * x) / (x + table_point * y);
    const working square = -(rest * rest);
    working sum = as<working>(inverse_odd[terms]);
    for (int n = terms - 1; n >= 0; --n) sum = sum * square + as<working>(inverse_odd[n]);
    return sum * rest + as<working>(atan_of_eighths[eighths]);
}

}  // namespace detail

/// The sine of an angle in radians, which may be arbitrarily large; NaN if the angle is infinite.
template <ingot::detail::floating_point T>
constexpr T sin(T value) {
    const double x = static_cast<double>(value);
    if (!detail::is_finite(x)) return detail::not_a_number<T>;
    if (detail::magnitude(x) < 0x1p-29) return value;
    const auto result = detail::sin_of(detail::reduce<detail::working_type<T>>(detail::magnitude(x)), 0);
    return detail::finish<T>(detail::is_negative(x) ? -result : result);
}

template <ingot::detail::floating_point T>
constexpr T cos(T value) {
    const double x = static_cast<double>(value);
    if (!detail::is_finite(x)) return detail::not_a_number<T>;
    if (detail::magnitude(x) < 0x1p-29) return T(1.0f);
    return detail::finish<T>(detail::sin_of(detail::reduce<detail::working_type<T>>(detail::magnitude(x)), 1));
}

template <ingot::detail::floating_point T>
constexpr T tan(T value) {
    const double x = static_cast<double>(value);
    if (!detail::is_finite(x)) return detail::not_a_number<T>;
    if (detail::magnitude(x) < 0x1p-29) return value;
    const auto angle = detail::reduce<detail::working_type<T>>(detail::magnitude(x));
    const auto result = detail::sin_of(angle, 0) / detail::sin_of(angle, 1);
    return detail::finish<T>(detail::is_negative(x) ? -result : result);
}

/// The arc sine, from -pi/2 to pi/2; NaN outside of -1 to 1.
template <ingot::detail::floating_point T>
constexpr T asin(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    const double size = detail::magnitude(x);
    if (detail::is_nan(x) || size > 1.0) return detail::not_a_number<T>;
    if (size < 0x1p-29) return value;
    const working w(size);
    const working other = size == 1.0 ? working(0.0) : detail::root_of((working(1.0) - w) * (working(1.0) + w));
    const working result = detail::atan_of(w, other);
    return detail::finish<T>(detail::is_negative(x) ? -result : result);
}

/// The arc cosine, from 0 to pi; NaN outside of -1 to 1.
template <ingot::detail::floating_point T>
constexpr T acos(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    const double size = detail::magnitude(x);
    if (detail::is_nan(x) || size > 1.0) return detail::not_a_number<T>;
    if (x == 1.0) return T(0.0f);
    const working w(size);
    const working other = size == 1.0 ? working(0.0) : detail::root_of((working(1.0) - w) * (working(1.0) + w));
    const working result = size < 0x1p-60 ? detail::as<working>(detail::half_pi) : detail::atan_of(other, w);
    return detail::finish<T>(detail::is_negative(x) ? detail::as<working>(detail::pi) - result : result);
}

/// The arc tangent, from -pi/2 to pi/2.
template <ingot::detail::floating_point T>
constexpr T atan(T value) {
    using working = detail::working_type<T>;
    const double x = static_cast<double>(value);
    const double size = detail::magnitude(x);
    if (detail::is_nan(x) || size < 0x1p-29) return value;
    const working result = size > 0x1p+100 ? detail::as<working>(detail::half_pi) : detail::atan_of(working(size), working(1.0));
    return detail::finish<T>(detail::is_negative(x) ? -result : result);
}

/// The angle of the point (abscissa, ordinate), from -pi to pi, with the special cases of C (ISO/IEC 9899, F.10.1.4).
template <ingot::detail::floating_point T>
constexpr T atan2(T ordinate, T abscissa) {
    using working = detail::working_type<T>;
    const double y = static_cast<double>(ordinate);
    const double x = static_cast<double>(abscissa);
    if (detail::is_nan(x) || detail::is_nan(y)) return detail::not_a_number<T>;
    const bool is_left = detail::is_negative(x);
    const auto finish = [&](working angle, int exponent = 0) {
        const working full_angle = is_left ? detail::as<working>(detail::pi) - angle : angle;
        return detail::finish<T>(detail::is_negative(y) ? -full_angle : full_angle, exponent);
    };
    if (detail::is_infinite(x) && detail::is_infinite(y)) return finish(detail::as<working>(detail::quarter_pi));
    if (y == 0.0 || detail::is_infinite(x))
        return is_left ? finish(working(0.0)) : detail::narrow<T>(detail::with_sign_of(0.0, y));
    if (x == 0.0 || detail::is_infinite(y)) return finish(detail::as<working>(detail::half_pi));
    const detail::normalised up = detail::normalise(detail::magnitude(y));
    const detail::normalised right = detail::normalise(detail::magnitude(x));
    const int apart = up.exponent - right.exponent;
    const working rise(up.fraction);
    const working run(right.fraction);
    if (apart > 120) return finish(detail::as<working>(detail::half_pi));
    if (apart < -120 && is_left) return finish(working(0.0));
    if (apart < -60 && !is_left) return finish(rise / run, apart);  // an angle this small equals its tangent
    if (apart > 0) return finish(detail::atan_of(rise, run * working(detail::power_of_two(-apart))));
    return finish(detail::atan_of(rise * working(detail::power_of_two(apart)), run));
}

namespace detail {

template <ingot::detail::floating_point T>
constexpr T scaled_by(T value, working_type<T> factor) {
    const double x = static_cast<double>(value);
    if (!is_finite(x) || x == 0.0) return value;
    const normalised parts = normalise(x);
    return finish<T>(working_type<T>(parts.fraction) * factor, parts.exponent);
}

}  // namespace detail

/// Converts an angle from radians to degrees.
template <ingot::detail::floating_point T>
constexpr T rad_to_deg(T radians) {
    using working = detail::working_type<T>;
    return detail::scaled_by(radians, working(180.0) / detail::as<working>(detail::pi));
}

/// Converts an angle from degrees to radians.
template <ingot::detail::floating_point T>
constexpr T deg_to_rad(T degrees) {
    using working = detail::working_type<T>;
    return detail::scaled_by(degrees, detail::as<working>(detail::pi) / working(180.0));
}

}  // namespace ingot::constant_math
