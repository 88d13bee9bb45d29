// Functions whose results are exact, or rounded once from the exact value, as constant expressions. Most of them compute with
// integers that are made of the bits of the operands.
#pragma once

#include <bit>
#include <cstdint>
#include <ingot/language/constant_math/floating_point.hpp>

namespace ingot::constant_math {

namespace detail {

// Rounds towards 0.
constexpr double truncate(double x) {
    const uint64_t bits = std::bit_cast<uint64_t>(x);
    const int exponent = static_cast<int>((bits & ~sign_bit) >> 52) - 1023;
    if (exponent >= 52) return x;
    if (exponent < 0) return std::bit_cast<double>(bits & sign_bit);
    return std::bit_cast<double>(bits & ~(fraction_mask >> exponent));
}

/// An unsigned number of 128 bits.
struct wide_integer {
    uint64_t high = 0;
    uint64_t low = 0;

    constexpr bool operator==(const wide_integer&) const = default;
    constexpr bool operator<(const wide_integer& other) const { return high != other.high ? high < other.high : low < other.low; }
};

constexpr wide_integer multiply(uint64_t a, uint64_t b) {
    const uint64_t a_low = a & 0xffff'ffffu;
    const uint64_t a_high = a >> 32;
    const uint64_t b_low = b & 0xffff'ffffu;
    const uint64_t b_high = b >> 32;
    const uint64_t lowest = a_low * b_low;
    const uint64_t first = a_high * b_low + (lowest >> 32);
    const uint64_t second = a_low * b_high + (first & 0xffff'ffffu);
    return {a_high * b_high + (first >> 32) + (second >> 32), (second << 32) | (lowest & 0xffff'ffffu)};
}

constexpr wide_integer operator+(wide_integer a, wide_integer b) {
    const uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1u : 0u), low};
}
constexpr wide_integer operator-(wide_integer a, wide_integer b) {
    return {a.high - b.high - (a.low < b.low ? 1u : 0u), a.low - b.low};
}
constexpr wide_integer shifted_left(wide_integer a, int shift) {
    if (shift == 0) return a;
    if (shift >= 64) return {a.low << (shift - 64), 0};
    return {(a.high << shift) | (a.low >> (64 - shift)), a.low << shift};
}
// If a bit that is shifted out is 1, the lowest bit of the result is set to 1 (a sticky bit). This one bit replaces all
// lost bits when the result is rounded later.
constexpr wide_integer shifted_right_sticky(wide_integer a, int shift) {
    if (shift == 0) return a;
    if (shift >= 128) return {0, (a.high | a.low) != 0 ? 1u : 0u};
    const wide_integer back = shift >= 64 ? wide_integer {0, a.high >> (shift - 64)}
                                          : wide_integer {a.high >> shift, (a.low >> shift) | (a.high << (64 - shift))};
    const bool is_exact = shifted_left(back, shift) == a;
    return {back.high, back.low | (is_exact ? 0u : 1u)};
}
constexpr int leading_zeros(wide_integer a) { return a.high != 0 ? std::countl_zero(a.high) : 64 + std::countl_zero(a.low); }

// Returns value * 2^exponent, or its negative if `negative`, rounded to nearest, ties to even.
constexpr double rounded(bool negative, wide_integer value, int exponent) {
    if (value == wide_integer {}) return negative ? -0.0 : 0.0;
    const int up = leading_zeros(value);
    const wide_integer normal = shifted_left(value, up);
    // Now 2^127 <= normal < 2^128. The lowest bit of the result has the weight 2^place, and rounding removes the lowest `drop`
    // bits of normal.high. All bits of normal.low together are one sticky bit.
    int place = exponent - up + 128 - 53;
    int drop = 64 - 53;
    if (place < -1074) {
        drop += -1074 - place;
        place = -1074;
    }
    uint64_t significand = 0;
    if (drop <= 65) {
        const uint64_t top = normal.high | (normal.low != 0 ? 1u : 0u);
        const uint64_t integer_part = drop >= 64 ? 0 : top >> drop;
        const uint64_t rest = drop >= 64 ? top : top & ((uint64_t(1) << drop) - 1);
        const uint64_t half_way = uint64_t(1) << (drop >= 64 ? 63 : drop - 1);
        const bool is_up = drop <= 64 && (rest > half_way || (rest == half_way && (integer_part & 1u) != 0));
        significand = integer_part + (is_up ? 1u : 0u);
    }
    // A carry out of the fraction increases the exponent, because both are added as one integer.
    const uint64_t biased = place == -1074 && significand <= fraction_mask ? 0 : static_cast<uint64_t>(place + 1074);
    uint64_t bits = significand;
    if (significand > fraction_mask) bits = place + 1074 > 2046 ? infinity_bits : (biased << 52) + significand;
    if (bits > infinity_bits) bits = infinity_bits;
    return std::bit_cast<double>(bits | (negative ? sign_bit : 0));
}

// The magnitude of a finite number as significand * 2^exponent.
struct integer_parts {
    uint64_t significand;
    int exponent;
};
constexpr integer_parts parts_of(double x) {
    const uint64_t bits = magnitude_bits(x);
    const int biased = static_cast<int>(bits >> 52);
    if (biased == 0) return {bits, -1074};
    return {(bits & fraction_mask) | (fraction_mask + 1), biased - 1075};
}

// Returns the square root of a positive finite number, rounded to nearest. The root is found one bit at a time.
constexpr double square_root(double x) {
    const normalised parts = normalise(x);
    const int exponent = parts.exponent & ~1;  // even
    const uint64_t significand = (std::bit_cast<uint64_t>(parts.fraction) & fraction_mask) | (fraction_mask + 1);
    // 2^52 <= significand < 2^53. The significand is shifted by one more bit if the exponent is odd. The shifted
    // significand has up to 108 bits, and its root has 54.
    wide_integer rest = shifted_left({0, significand}, exponent == parts.exponent ? 54 : 55);
    uint64_t root = 0;
    for (int bit = 53; bit >= 0; --bit) {
        const wide_integer subtrahend = shifted_left({0, (root << 1) | (uint64_t(1) << bit)}, bit);
        if (rest < subtrahend) continue;
        rest = rest - subtrahend;
        root |= uint64_t(1) << bit;
    }
    const bool is_exact = rest == wide_integer {};
    return rounded(false, {0, (root << 1) | (is_exact ? 0u : 1u)}, exponent / 2 - 54);
}

struct remainder_result {
    double remainder;
    bool quotient_is_odd;
};
// Returns the remainder of x / y, and whether the quotient, rounded towards 0, is odd. x and y are finite and not negative, and
// y is not 0.
constexpr remainder_result remainder_of(double x, double y) {
    const integer_parts a = parts_of(x);
    const integer_parts b = parts_of(y);
    if (a.exponent < b.exponent) return {x, false};  // y is a normal number, and greater than x
    uint64_t rest = a.significand % b.significand;
    uint64_t quotient = a.significand / b.significand;
    for (int left = a.exponent - b.exponent; left > 0;) {
        const int step = left < 11 ? left : 11;
        quotient = (rest << step) / b.significand;
        rest = (rest << step) % b.significand;
        left -= step;
    }
    return {rounded(false, {0, rest}, b.exponent), (quotient & 1u) != 0};
}

// Returns the sum of two doubles, rounded to odd: if no double is exactly the sum, the lowest bit of the result is set.
// Rounding this result to a shorter type then gives the same as rounding the exact sum (S. Boldo and G. Melquiond,
// "Emulation of FMA and correctly rounded sums", 2008).
constexpr double odd_sum(double a, double b) {
    const double_double sum = exact_sum(a, b);
    const uint64_t bits = std::bit_cast<uint64_t>(sum.high);
    if (sum.low == 0.0 || (bits & 1u) != 0) return sum.high;
    return std::bit_cast<double>((sum.low > 0.0) == (sum.high > 0.0) ? bits + 1 : bits - 1);
}

// Returns a * b + c, rounded once. a and b are finite and not 0, and c is finite.
constexpr double multiply_add(double a, double b, double c) {
    const integer_parts of_a = parts_of(a);
    const integer_parts of_b = parts_of(b);
    const integer_parts of_c = parts_of(c);
    const bool product_negative = is_negative(a) != is_negative(b);
    wide_integer product = multiply(of_a.significand, of_b.significand);
    int product_exponent = of_a.exponent + of_b.exponent;
    if (of_c.significand == 0) return rounded(product_negative, product, product_exponent);
    // Align the highest bits of both numbers at bit 125. This leaves room for a carry above and for the sticky bit
    // below.
    const int up = leading_zeros(product) - 2;
    product = shifted_left(product, up);
    product_exponent -= up;
    wide_integer summand {0, of_c.significand};
    const int up_summand = leading_zeros(summand) - 2;
    summand = shifted_left(summand, up_summand);
    const int summand_exponent = of_c.exponent - up_summand;
    const int apart = product_exponent - summand_exponent;
    if (apart > 0)
        summand = shifted_right_sticky(summand, apart);
    else
        product = shifted_right_sticky(product, -apart);
    const int exponent = apart > 0 ? product_exponent : summand_exponent;
    if (product_negative == is_negative(c)) return rounded(product_negative, product + summand, exponent);
    if (product == summand) return 0.0;
    if (summand < product) return rounded(product_negative, product - summand, exponent);
    return rounded(is_negative(c), summand - product, exponent);
}

}  // namespace detail

template <ingot::detail::floating_point T>
constexpr T abs(T value) {
    return detail::narrow<T>(detail::magnitude(static_cast<double>(value)));
}
template <ingot::detail::floating_point T>
constexpr T fabs(T value) {
    return abs(value);
}
template <ingot::detail::floating_point T>
constexpr T copysign(T value, T sign) {
    return detail::narrow<T>(detail::with_sign_of(static_cast<double>(value), static_cast<double>(sign)));
}

template <ingot::detail::floating_point T>
constexpr T trunc(T value) {
    return detail::narrow<T>(detail::truncate(static_cast<double>(value)));
}
template <ingot::detail::floating_point T>
constexpr T floor(T value) {
    const double x = static_cast<double>(value);
    const double integer_part = detail::truncate(x);
    if (detail::is_nan(x) || integer_part == x || !detail::is_negative(x)) return detail::narrow<T>(integer_part);
    return detail::narrow<T>(integer_part - 1.0);
}
template <ingot::detail::floating_point T>
constexpr T ceil(T value) {
    return -floor(-value);
}
/// Rounds to the nearest integer, half-way cases away from 0.
template <ingot::detail::floating_point T>
constexpr T round(T value) {
    const double x = static_cast<double>(value);
    const double integer_part = detail::truncate(x);
    if (!detail::is_finite(x) || detail::magnitude(x - integer_part) < 0.5) return detail::narrow<T>(integer_part);
    return detail::narrow<T>(integer_part + detail::with_sign_of(1.0, x));
}
/// Rounds to the nearest integer, half-way cases to the even one. This is the rounding mode of every device.
template <ingot::detail::floating_point T>
constexpr T rint(T value) {
    const double x = static_cast<double>(value);
    const double integer_part = detail::truncate(x);
    if (!detail::is_finite(x)) return value;
    const double rest = detail::magnitude(x - integer_part);
    const bool is_odd = detail::truncate(integer_part * 0.5) * 2.0 != integer_part;
    if (rest < 0.5 || (rest == 0.5 && !is_odd)) return detail::narrow<T>(integer_part);
    return detail::narrow<T>(integer_part + detail::with_sign_of(1.0, x));
}

/// The square root, correctly rounded to nearest.
template <ingot::detail::floating_point T>
constexpr T sqrt(T value) {
    const double x = static_cast<double>(value);
    if (detail::is_nan(x) || x == 0.0) return value;
    if (detail::is_negative(x)) return detail::not_a_number<T>;
    if (detail::is_infinite(x)) return value;
    return detail::narrow<T>(detail::square_root(x));
}

/// x - n y for the integer n = x / y rounded towards 0; exact.
template <ingot::detail::floating_point T>
constexpr T fmod(T dividend, T divisor) {
    const double x = static_cast<double>(dividend);
    const double y = static_cast<double>(divisor);
    if (detail::is_nan(x) || detail::is_nan(y) || detail::is_infinite(x) || y == 0.0) return detail::not_a_number<T>;
    if (detail::is_infinite(y)) return dividend;
    const double rest = detail::remainder_of(detail::magnitude(x), detail::magnitude(y)).remainder;
    return detail::narrow<T>(detail::with_sign_of(rest, x));
}
/// x - n y for the integer n nearest to x / y, ties to even; exact.
template <ingot::detail::floating_point T>
constexpr T remainder(T dividend, T divisor) {
    const double x = static_cast<double>(dividend);
    const double y = detail::magnitude(static_cast<double>(divisor));
    if (detail::is_nan(x) || detail::is_nan(y) || detail::is_infinite(x) || y == 0.0) return detail::not_a_number<T>;
    if (detail::is_infinite(y)) return dividend;
    const auto [rest, is_odd] = detail::remainder_of(detail::magnitude(x), y);
    const double other = y - rest;
    const bool is_up = rest > other || (rest == other && is_odd);
    const double nearest = is_up ? rest - y : rest;
    return detail::narrow<T>(detail::is_negative(x) ? -nearest : nearest);
}

/// a * b + c, rounded once.
template <ingot::detail::floating_point T>
constexpr T fma(T a, T b, T c) {
    const double x = static_cast<double>(a);
    const double y = static_cast<double>(b);
    const double z = static_cast<double>(c);
    if (detail::is_nan(x) || detail::is_nan(y) || detail::is_nan(z)) return detail::not_a_number<T>;
    if (detail::is_infinite(x) || detail::is_infinite(y)) {
        const bool is_negative = detail::is_negative(x) != detail::is_negative(y);
        const bool opposes = detail::is_infinite(z) && detail::is_negative(z) != is_negative;
        if (x == 0.0 || y == 0.0 || opposes) return detail::not_a_number<T>;
        return is_negative ? -detail::infinity<T> : detail::infinity<T>;
    }
    if (detail::is_infinite(z)) return c;
    if (x == 0.0 || y == 0.0) return detail::narrow<T>(x * y + z);
    if constexpr (std::same_as<T, double>)
        return detail::multiply_add(x, y, z);
    else
        return detail::narrow<T>(detail::odd_sum(x * y, z));
}

/// Returns the greater value. If one value is NaN, returns the other one.
template <ingot::detail::floating_point T>
constexpr T fmax(T a, T b) {
    if (detail::is_nan(static_cast<double>(a))) return b;
    if (detail::is_nan(static_cast<double>(b))) return a;
    return static_cast<double>(a) < static_cast<double>(b) ? b : a;
}
/// Returns the lesser value. If one value is NaN, returns the other one.
template <ingot::detail::floating_point T>
constexpr T fmin(T a, T b) {
    if (detail::is_nan(static_cast<double>(a))) return b;
    if (detail::is_nan(static_cast<double>(b))) return a;
    return static_cast<double>(b) < static_cast<double>(a) ? b : a;
}
/// Returns a - b if the difference is positive, otherwise 0; NaN if a or b is NaN.
template <ingot::detail::floating_point T>
constexpr T fdim(T a, T b) {
    const double x = static_cast<double>(a);
    const double y = static_cast<double>(b);
    if (detail::is_nan(x) || detail::is_nan(y)) return detail::not_a_number<T>;
    if (x <= y) return T(0.0f);
    if (detail::is_infinite(x) || detail::is_infinite(y)) return detail::infinity<T>;
    if (x * 0.5 - y * 0.5 >= 0x1p+1023) return detail::infinity<T>;
    return detail::narrow<T>(x - y);
}

}  // namespace ingot::constant_math
