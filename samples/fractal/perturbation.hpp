// The orbit of a pixel of the Mandelbrot set as a difference from a reference orbit (K. I. Martin 2013, "SuperFractalThing
// maths").
//
// With the reference orbit Z' = Z² + C, the orbit z = Z + d of the point C + c has the difference
//
//     d' = 2 Z d + d² + c.
//
// Only Z needs many digits, and the host computes it once. d and c are tiny, but seven digits of them are enough. Where z comes
// closer to the origin than d is long, Z and d cancel out and d has lost its digits. Earlier methods detected such glitches and
// computed new references. Here the orbit is rebased instead (Zhuoran 2021, fractalforums.org, "Another solution to perturbation
// glitches"): d becomes z, and Z starts again at Z_0 = 0. This is exact, because the difference from the beginning of the orbit
// is as good as any.
#pragma once

#include <ingot/kernel.hpp>

#include "plane_layout.hpp"
#include "scaled_complex.hpp"

namespace ingot::samples::fractal {

/// How an orbit ended.
struct escape {
    uint32_t iterations = 0;  ///< until the orbit escaped, or the limit
    bool has_escaped = false;
    float2 z {};                   ///< the last point
    scaled_complex derivative {};  ///< of the last point by c, in units of the view
};

/// Iterates one pixel. An ordinary iteration uses plain floats: the difference is w · 2^e, and one factor `scale` = 2^e
/// connects both. e changes only when w leaves its range. Near the origin, scaled numbers replace the floats.
class perturbed_orbit {
public:
    /// `c` is the difference of the pixel from the reference point. Derivatives are by c in units of 2^unit_exponent.
    perturbed_orbit(buffer<const orbit_point> reference, uint32_t points, const scaled_complex& c, int32_t unit_exponent)
        : reference_(reference), last_(points - 1), c_(c.normalised()), unit_ {float2(1.0f, 0.0f), unit_exponent} {
        set_difference({});
        set_derivative({});
    }

    escape iterate(uint32_t limit) {
        orbit_point here = reference_[0];
        float2 z {};
        for (uint32_t n = 1; n <= limit; ++n) {
            // Advance the difference and the derivative: d' = 2 Z d + d² + c and z'' = 2 z z' + 1.
            if (here.exponent == 0) {
                w_ = 2.0f * product(float2(here.x, here.y), w_) + square(w_) * scale_ + c_of_w_;
                v_ = 2.0f * product(z, v_) + unit_of_v_;
            } else {
                advance_near_origin({float2(here.x, here.y), here.exponent});
            }
            here = reference_[++index_];

            // Add the reference, and rebase if the sum is shorter than the difference or the reference ends.
            // ingot: keep few points of a reference are near the origin, and neighbours mostly are at the same point
            if (here.exponent == 0) {
                const float2 d = w_ * scale_;
                z = float2(here.x, here.y) + d;
                const float length = squared_length(z);
                if (length > escape_squared) return {n, true, z, derivative()};
                if (length < squared_length(d) || index_ == last_) here = rebase({z, 0});
            } else {
                const scaled_complex near_origin =
                    scaled_complex {float2(here.x, here.y), here.exponent}.normalised() + difference();
                z = near_origin.mantissa_for(0);
                if (is_shorter(near_origin, difference()) || index_ == last_) here = rebase(near_origin);
            }

            // Keep the mantissas near 1.
            const float w_size = larger_component(w_);
            if (w_size > largest_mantissa || w_size < smallest_mantissa) set_difference(difference());
            const float v_size = larger_component(v_);
            if (v_size > largest_mantissa || v_size < smallest_mantissa) set_derivative(derivative());
        }
        return {limit, false, z, derivative()};
    }

private:
    static constexpr float largest_mantissa = 0x1p20f;
    static constexpr float smallest_mantissa = 0x1p-20f;

    scaled_complex difference() const { return scaled_complex {w_, w_exponent_}.normalised(); }
    scaled_complex derivative() const { return scaled_complex {v_, v_exponent_}.normalised(); }

    void set_difference(const scaled_complex& d) {
        // The exponent of zero is that of c, so that the sum with c has all digits.
        w_exponent_ = larger_component(d.mantissa) > 0.0f ? d.exponent : c_.exponent;
        w_ = d.mantissa;
        scale_ = power_of_two(w_exponent_);
        c_of_w_ = c_.mantissa_for(w_exponent_);
    }
    void set_derivative(const scaled_complex& derivative) {
        v_exponent_ = larger_component(derivative.mantissa) > 0.0f ? derivative.exponent : unit_.exponent;
        v_ = derivative.mantissa;
        unit_of_v_ = unit_.mantissa_for(v_exponent_);
    }

    void advance_near_origin(const scaled_complex& reference) {
        const scaled_complex big_z = reference.normalised();
        const scaled_complex d = difference();
        set_derivative(twice((big_z + d) * derivative()) + unit_);
        set_difference(twice(big_z * d) + d * d + c_);
    }

    orbit_point rebase(const scaled_complex& z) {
        set_difference(z.normalised());
        index_ = 0;
        return reference_[0];
    }

    buffer<const orbit_point> reference_;
    uint32_t last_;
    uint32_t index_ = 0;
    scaled_complex c_;
    scaled_complex unit_;
    float2 w_ {};  ///< mantissa of the difference
    int32_t w_exponent_ = 0;
    float scale_ = 0.0f;  ///< 2^w_exponent_
    float2 c_of_w_ {};    ///< c with the same exponent
    float2 v_ {};         ///< mantissa of the derivative
    int32_t v_exponent_ = 0;
    float2 unit_of_v_ {};  ///< the derivative's unit with the same exponent
};

}  // namespace ingot::samples::fractal
