// The number type `half`: IEEE binary16 on the host and on every device.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ingot/language/target_feature.hpp>
#include <limits>

namespace ingot {

namespace detail {

// Rounds a float to the nearest binary16, ties to even. It uses integers, because not every device has the conversion.
constexpr uint16_t half_bits(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7fff'ffffu;
    uint32_t result = 0x7c00u;       // infinity: for 65520, the middle between 65504 and 65536, and above
    if (magnitude > 0x7f80'0000u) {  // NaN: the result is a quiet NaN that keeps the upper bits of the payload
        result = 0x7e00u | ((magnitude >> 13) & 0x01ffu);
    } else if (magnitude < 0x3300'0001u) {  // at most 2^-25, half of the least denormal number
        result = 0;
    } else if (magnitude < 0x3880'0000u) {  // less than 2^-14: a denormal number, a multiple of 2^-24
        const uint32_t shift = 126 - (magnitude >> 23);
        const uint32_t significand = (magnitude & 0x007f'ffffu) | 0x0080'0000u;
        const uint32_t quotient = significand >> shift;
        const uint32_t half_way = uint32_t(1) << (shift - 1);
        result = (significand + (half_way - 1) + (quotient & 1u)) >> shift;
    } else if (magnitude < 0x477f'f000u) {
        const uint32_t rebiased = magnitude - (uint32_t(127 - 15) << 23);
        result = (rebiased + 0x0fffu + ((rebiased >> 13) & 1u)) >> 13;
    }
    return static_cast<uint16_t>(sign | result);
}

// Rounds a double to float so that a second rounding, to binary16, gives the same result as one direct rounding. For
// this, the lowest bit of an inexact result is set to 1 (rounding to odd: S. Boldo and G. Melquiond, "Emulation of FMA
// and correctly rounded sums", 2008).
constexpr float rounded_to_odd(double value) {
    const uint64_t bits = std::bit_cast<uint64_t>(value);
    const uint64_t magnitude = bits & 0x7fff'ffff'ffff'ffffu;
    const uint32_t sign = static_cast<uint32_t>(bits >> 32) & 0x8000'0000u;
    const uint64_t rebiased = magnitude - (uint64_t(1023 - 127) << 52);
    uint32_t result = static_cast<uint32_t>(rebiased >> 29) | ((rebiased & 0x1fff'ffffu) != 0 ? 1u : 0u);
    if (magnitude > 0x7ff0'0000'0000'0000u)
        result = 0x7fc0'0000u;
    else if (magnitude >= 0x47e0'0000'0000'0000u)  // from 2^127 on: infinite as binary16
        result = 0x7f80'0000u;
    else if (magnitude < 0x3c00'0000'0000'0000u)  // less than 2^-63: 0 as binary16
        result = 0;
    return std::bit_cast<float>(sign | result);
}

constexpr float float_of_half(uint16_t bits) {
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1fu;
    const uint32_t significand = bits & 0x03ffu;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(significand) * 0x1p-24f;
        return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
    }
    const uint32_t wide = exponent == 0x1fu ? 0xffu : exponent + (127 - 15);
    return std::bit_cast<float>(sign | (wide << 23) | (significand << 13));
}

}  // namespace detail

/// A number of 16 bits: 1 sign, 5 exponent and 10 fraction bits (IEEE 754 binary16); largest 65504, least normal 2^-14.
///
/// It has 2 bytes in memory on the host and on every device, even on devices without half precision. Arithmetic is
/// done in `float`, and each operation is rounded to nearest, ties to even. `half` has a precision of p = 11 bits and
/// `float` of 24 = 2 p + 2 bits. With so many bits, rounding twice gives the same as rounding once (S. Figueroa, "When is
/// double rounding innocuous?", 1995): the results of + - * / and sqrt are those of half-precision hardware, and all
/// devices give the same bits. An operation of a `half` with a `float` or an integer has the type `float`, with a
/// `double` the type `double`. A number is converted to half only where the source requests it.
class half {
public:
    half() = default;
    constexpr explicit half(float value) : stored_(from(value)) {}
    constexpr explicit half(double value) : stored_(from(detail::rounded_to_odd(value))) {}
    // The integer is rounded once: an integer that float cannot represent exactly is so large that the half is infinite.
    template <std::integral T>
    constexpr explicit half(T value) : half(static_cast<float>(value)) {}

    /// Converts to float, which represents every half exactly.
    constexpr operator float() const {
#if defined(INGOT_DEVICE)
        if (detail::target_has(detail::target_feature::converts_half))
            return static_cast<float>(std::bit_cast<_Float16>(stored_));
#endif
        return detail::float_of_half(stored_);
    }

    static constexpr half from_bits(uint16_t bits) {
        half result {};
        result.stored_ = bits;
        return result;
    }
    constexpr uint16_t bits() const { return stored_; }

    constexpr half operator+() const { return *this; }
    constexpr half operator-() const { return from_bits(static_cast<uint16_t>(stored_ ^ 0x8000u)); }

    friend constexpr half operator+(half a, half b) { return half(float(a) + float(b)); }
    friend constexpr half operator-(half a, half b) { return half(float(a) - float(b)); }
    friend constexpr half operator*(half a, half b) { return half(float(a) * float(b)); }
    friend constexpr half operator/(half a, half b) { return half(float(a) / float(b)); }

    constexpr half& operator+=(half other) { return *this = *this + other; }
    constexpr half& operator-=(half other) { return *this = *this - other; }
    constexpr half& operator*=(half other) { return *this = *this * other; }
    constexpr half& operator/=(half other) { return *this = *this / other; }
    constexpr half& operator++() { return *this += half(1.0f); }
    constexpr half& operator--() { return *this -= half(1.0f); }
    constexpr half operator++(int) {
        const half before = *this;
        ++*this;
        return before;
    }
    constexpr half operator--(int) {
        const half before = *this;
        --*this;
        return before;
    }

private:
    static constexpr uint16_t from(float value) {
#if defined(INGOT_DEVICE)
        if (detail::target_has(detail::target_feature::converts_half))
            return std::bit_cast<uint16_t>(static_cast<_Float16>(value));
#endif
        return detail::half_bits(value);
    }

    uint16_t stored_;
};

static_assert(sizeof(half) == 2 && alignof(half) == 2);

}  // namespace ingot

template <>
class std::numeric_limits<ingot::half> {
public:
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = true;
    static constexpr std::float_denorm_style has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false;
    static constexpr bool is_iec559 = true;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr bool traps = false;
    static constexpr bool tinyness_before = false;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr int digits = 11;
    static constexpr int digits10 = 3;
    static constexpr int max_digits10 = 5;
    static constexpr int radix = 2;
    static constexpr int min_exponent = -13;
    static constexpr int min_exponent10 = -4;
    static constexpr int max_exponent = 16;
    static constexpr int max_exponent10 = 4;

    static constexpr ingot::half min() noexcept { return ingot::half::from_bits(0x0400); }
    static constexpr ingot::half lowest() noexcept { return ingot::half::from_bits(0xfbff); }
    static constexpr ingot::half max() noexcept { return ingot::half::from_bits(0x7bff); }
    static constexpr ingot::half epsilon() noexcept { return ingot::half::from_bits(0x1400); }
    static constexpr ingot::half round_error() noexcept { return ingot::half::from_bits(0x3800); }
    static constexpr ingot::half infinity() noexcept { return ingot::half::from_bits(0x7c00); }
    static constexpr ingot::half quiet_NaN() noexcept { return ingot::half::from_bits(0x7e00); }
    static constexpr ingot::half signaling_NaN() noexcept { return ingot::half::from_bits(0x7d00); }
    static constexpr ingot::half denorm_min() noexcept { return ingot::half::from_bits(0x0001); }
};
