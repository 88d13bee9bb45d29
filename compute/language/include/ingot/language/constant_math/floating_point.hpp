// Tests and conversions of floating-point numbers as constant expressions. No operation here computes a NaN or an infinity
// from finite numbers, because some compilers do not accept this in a constant expression.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ingot/language/constant_math/double_double.hpp>
#include <ingot/language/half.hpp>
#include <limits>
#include <type_traits>

namespace ingot {

namespace detail {
/// The floating-point types of kernels.
template <typename T>
concept floating_point = std::same_as<T, half> || std::same_as<T, float> || std::same_as<T, double>;
}  // namespace detail

namespace constant_math::detail {

inline constexpr uint64_t sign_bit = uint64_t(1) << 63;
inline constexpr uint64_t infinity_bits = uint64_t(0x7ff) << 52;
inline constexpr uint64_t fraction_mask = (uint64_t(1) << 52) - 1;

/// The type in which the functions of T compute. It has at least twice as many bits of precision as T.
template <ingot::detail::floating_point T>
using working_type = std::conditional_t<std::same_as<T, double>, double_double, double>;

template <ingot::detail::floating_point T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <ingot::detail::floating_point T>
inline constexpr T not_a_number = std::numeric_limits<T>::quiet_NaN();

constexpr uint64_t magnitude_bits(double x) { return std::bit_cast<uint64_t>(x) & ~sign_bit; }
constexpr bool is_nan(double x) { return magnitude_bits(x) > infinity_bits; }
constexpr bool is_infinite(double x) { return magnitude_bits(x) == infinity_bits; }
constexpr bool is_finite(double x) { return magnitude_bits(x) < infinity_bits; }
constexpr bool is_negative(double x) { return (std::bit_cast<uint64_t>(x) & sign_bit) != 0; }
constexpr double magnitude(double x) { return std::bit_cast<double>(magnitude_bits(x)); }
constexpr double with_sign_of(double x, double sign) {
    return std::bit_cast<double>(magnitude_bits(x) | (std::bit_cast<uint64_t>(sign) & sign_bit));
}

/// 2^exponent, for the exponents of normal numbers.
constexpr double power_of_two(int exponent) { return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52); }

/// The exponent of a normal number.
constexpr int exponent_of(double x) { return static_cast<int>(magnitude_bits(x) >> 52) - 1023; }

struct normalised {
    double fraction;  ///< 1 <= |fraction| < 2
    int exponent;
};

/// Splits a finite number other than 0 into fraction * 2^exponent.
constexpr normalised normalise(double x) {
    const bool is_denormal = magnitude_bits(x) <= fraction_mask;
    const double normal = is_denormal ? x * 0x1p+54 : x;
    const int exponent = exponent_of(normal);
    const uint64_t fraction = (std::bit_cast<uint64_t>(normal) & (sign_bit | fraction_mask)) | (uint64_t(1023) << 52);
    return {std::bit_cast<double>(fraction), is_denormal ? exponent - 54 : exponent};
}

/// x * 2^exponent, rounded once. Requires 2^-64 < |x| < 2^64, -1150 < exponent < 1150 and a finite result.
constexpr double scale(double x, int exponent) {
    if (exponent > 900) return x * power_of_two(exponent - 250) * 0x1p+250;
    if (exponent < -900) return x * power_of_two(exponent + 250) * 0x1p-250;
    return x * power_of_two(exponent);
}

// Returns x * 2^exponent, where x is a sum of two doubles. A denormal result is rounded twice: the sum to its high part, and
// the high part to the result. This is wrong only if the high part is half-way between two denormal numbers and the sum is
// not; the function corrects these cases.
constexpr double scale(double_double x, int exponent) {
    const double result = scale(x.high, exponent);
    if (x.low == 0.0 || magnitude_bits(result) > fraction_mask) return result;
    const double rest = x.high - scale(result * 0x1p+200, -exponent - 200);
    const double half_way = scale(1.0, -1075 - exponent);
    if (rest == half_way && x.low > 0.0) return result + 0x1p-1074;
    if (rest == -half_way && x.low < 0.0) return result - 0x1p-1074;
    return result;
}

/// Returns the number of type T nearest to a double, or an infinity for a number beyond T's range.
template <ingot::detail::floating_point T>
constexpr T narrow(double x) {
    if constexpr (std::same_as<T, double>) {
        return x;
    } else if constexpr (std::same_as<T, float>) {
        if (is_nan(x)) return not_a_number<float>;
        if (magnitude(x) >= 0x1.ffffffp+127) return is_negative(x) ? -infinity<float> : infinity<float>;
        return static_cast<float>(x);
    } else {
        return half(x);
    }
}

/// Returns x * 2^exponent as a T, rounded once; 0 if the result is too small for T, and an infinity if it is too large.
template <ingot::detail::floating_point T, typename working>
constexpr T finish(working x, int exponent = 0) {
    const double high = nearest(x);
    if (high == 0.0) return narrow<T>(high);
    const int result = exponent_of(high) + exponent;
    if (result > 1023) return is_negative(high) ? -infinity<T> : infinity<T>;
    if (result < -1080) return narrow<T>(is_negative(high) ? -0.0 : 0.0);
    return narrow<T>(scale(x, exponent));
}

}  // namespace constant_math::detail
}  // namespace ingot
