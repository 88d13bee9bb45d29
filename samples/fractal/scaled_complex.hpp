// Complex numbers whose exponents have 32 bits. `float` ends at 1e-38, but a view of the Mandelbrot set at 1e-100 has pixels that
// are 1e-103 apart. Devices need no `double` for these numbers.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// Returns 2^exponent; 0 if it is too small for a normal `float`, and 2^127 if it is too large.
inline float power_of_two(int32_t exponent) {
    if (exponent < -126) return 0.0f;
    return as_type<float>(static_cast<uint32_t>(min(exponent, 127) + 127) << 23u);
}

constexpr float2 product(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
constexpr float2 square(float2 a) { return {(a.x + a.y) * (a.x - a.y), 2.0f * a.x * a.y}; }
constexpr float squared_length(float2 a) { return a.x * a.x + a.y * a.y; }
inline float larger_component(float2 a) { return max(abs(a.x), abs(a.y)); }

/// The number mantissa · 2^exponent. After normalised() the larger component of the mantissa is from 1 to 2. Zero has the
/// mantissa 0 and any exponent.
struct scaled_complex {
    float2 mantissa {};
    int32_t exponent = 0;

    scaled_complex normalised() const {
        const float larger = larger_component(mantissa);
        if (larger < 1.17549435e-38f) return {float2(0.0f), zero_exponent};
        const int32_t shift = static_cast<int32_t>(as_type<uint32_t>(larger) >> 23u) - 127;
        // Multiply twice, because 2^-shift can be too large for a `float`.
        const int32_t half = shift / 2;
        return {mantissa * power_of_two(-half) * power_of_two(half - shift), exponent + shift};
    }

    /// Returns the mantissa for another exponent; 0 where it is too small for a `float`.
    float2 mantissa_for(int32_t other) const { return mantissa * power_of_two(exponent - other); }

    /// Far below the exponents that occur, and such that sums and products of it do not overflow.
    static constexpr int32_t zero_exponent = -(1 << 26);
};

inline scaled_complex operator*(const scaled_complex& a, const scaled_complex& b) {
    return scaled_complex {product(a.mantissa, b.mantissa), max(a.exponent + b.exponent, scaled_complex::zero_exponent)}
        .normalised();
}

inline scaled_complex operator+(const scaled_complex& a, const scaled_complex& b) {
    const int32_t larger = max(a.exponent, b.exponent);
    return scaled_complex {a.mantissa_for(larger) + b.mantissa_for(larger), larger}.normalised();
}

/// Returns 2a.
inline scaled_complex twice(const scaled_complex& a) { return {a.mantissa, a.exponent + 1}; }

/// Returns whether |a| < |b| of two normalised numbers.
inline bool is_shorter(const scaled_complex& a, const scaled_complex& b) {
    const int32_t larger = max(a.exponent, b.exponent);
    return squared_length(a.mantissa_for(larger)) < squared_length(b.mantissa_for(larger));
}

}  // namespace ingot::samples::fractal
