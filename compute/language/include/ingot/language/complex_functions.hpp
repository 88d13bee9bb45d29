// The functions that compilers call for the product and the quotient of complex numbers: __mulsc3, __muldc3, __divsc3 and
// __divdc3. On a host they are in the compiler's library. ingotc appends this header to kernel files that include <complex>.
//
// The formulas are those of libgcc 12, so that a device whose arithmetic rounds like the host's gives the same bits as
// the host:
//  - the product follows Annex G of the C standard;
//  - the quotient of float is computed in double precision;
//  - the quotient of double follows M. Baudin and R. Smith, "A robust complex division in Scilab" (2012).
#pragma once

#include <limits>

namespace ingot::detail {

template <typename T>
struct complex_parts {
    T real, imaginary;
};

constexpr float magnitude_of(float value) { return __builtin_fabsf(value); }
constexpr double magnitude_of(double value) { return __builtin_fabs(value); }
constexpr float with_sign_of(float value, float sign) { return __builtin_copysignf(value, sign); }
constexpr double with_sign_of(double value, double sign) { return __builtin_copysign(value, sign); }

template <typename T>
constexpr bool is_infinite_part(T value) {
    return magnitude_of(value) == std::numeric_limits<T>::infinity();
}
// Returns 1 if the value is infinite, otherwise 0, with the sign of the value.
template <typename T>
constexpr T unit_of_infinity(T value) {
    return with_sign_of(is_infinite_part(value) ? T(1) : T(0), value);
}
template <typename T>
constexpr T zero_if_nan(T value) {
    return value != value ? with_sign_of(T(0), value) : value;
}

// Returns (a + b i) (c + d i).
template <typename T>
constexpr complex_parts<T> complex_product(T a, T b, T c, T d) {
#pragma STDC FP_CONTRACT OFF
    const T ac = a * c;
    const T bd = b * d;
    const T ad = a * d;
    const T bc = b * c;
    const complex_parts<T> product {ac - bd, ad + bc};
    if (product.real == product.real || product.imaginary == product.imaginary) return product;
    // Both parts are NaN. By Annex G the product is nevertheless infinite if a factor is infinite, or if one of the four
    // products overflowed.
    bool is_infinite = false;
    if (is_infinite_part(a) || is_infinite_part(b)) {
        a = unit_of_infinity(a);
        b = unit_of_infinity(b);
        c = zero_if_nan(c);
        d = zero_if_nan(d);
        is_infinite = true;
    }
    if (is_infinite_part(c) || is_infinite_part(d)) {
        c = unit_of_infinity(c);
        d = unit_of_infinity(d);
        a = zero_if_nan(a);
        b = zero_if_nan(b);
        is_infinite = true;
    }
    if (!is_infinite && (is_infinite_part(ac) || is_infinite_part(bd) || is_infinite_part(ad) || is_infinite_part(bc))) {
        a = zero_if_nan(a);
        b = zero_if_nan(b);
        c = zero_if_nan(c);
        d = zero_if_nan(d);
        is_infinite = true;
    }
    if (!is_infinite) return product;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    return {infinity * (a * c - b * d), infinity * (a * d + b * c)};
}

// Returns (a + b i) / (c + d i) for finite operands and a divisor that is not 0. For other operands, complex_quotient()
// corrects the result.
constexpr complex_parts<float> finite_quotient(const float& a, const float& b, const float& c, const float& d) {
#pragma STDC FP_CONTRACT OFF
    const double denominator = double(c) * c + double(d) * d;
    return {static_cast<float>((double(a) * c + double(b) * d) / denominator),
            static_cast<float>((double(b) * c - double(a) * d) / denominator)};
}
// Scales its arguments in place: complex_quotient() then tests the scaled values for special cases.
constexpr complex_parts<double> finite_quotient(double& a, double& b, double& c, double& d) {
#pragma STDC FP_CONTRACT OFF
    using limits = std::numeric_limits<double>;
    constexpr double large = limits::max() / 2;
    constexpr double smallest_normal = limits::min();
    constexpr double small = limits::epsilon();
    // Dividing by the larger of c and d keeps the denominator from overflow and underflow. For very large and very
    // small numbers this is not enough, so dividend and divisor are first scaled by the same factor.
    const bool is_swapped = magnitude_of(c) < magnitude_of(d);
    const double divisor = magnitude_of(is_swapped ? d : c);
    double scale = 1.0;
    if (divisor >= large) {
        a /= 2;
        b /= 2;
        c /= 2;
        d /= 2;
    }
    const double scaled_divisor = magnitude_of(is_swapped ? d : c);
    const double size_a = magnitude_of(a);
    const double size_b = magnitude_of(b);
    const bool has_room = scaled_divisor < large * small;
    if (scaled_divisor < small || (size_a < smallest_normal && size_b < large * small && has_room) ||
        (size_b < smallest_normal && size_a < large * small && has_room))
        scale = 1.0 / small;
    a *= scale;
    b *= scale;
    c *= scale;
    d *= scale;
    if (is_swapped) {
        const double ratio = c / d;
        const double denominator = c * ratio + d;
        if (magnitude_of(ratio) > smallest_normal) return {(a * ratio + b) / denominator, (b * ratio - a) / denominator};
        return {(c * (a / d) + b) / denominator, (c * (b / d) - a) / denominator};
    }
    const double ratio = d / c;
    const double denominator = d * ratio + c;
    if (magnitude_of(ratio) > smallest_normal) return {(b * ratio + a) / denominator, (b - a * ratio) / denominator};
    return {(a + d * (b / c)) / denominator, (b - d * (a / c)) / denominator};
}

// Returns (a + b i) / (c + d i), with the special cases of Annex G.
template <typename T>
constexpr complex_parts<T> complex_quotient(T a, T b, T c, T d) {
#pragma STDC FP_CONTRACT OFF
    const complex_parts<T> quotient = finite_quotient(a, b, c, d);
    if (quotient.real == quotient.real || quotient.imaginary == quotient.imaginary) return quotient;
    constexpr T infinity = std::numeric_limits<T>::infinity();
    const auto is_finite = [](T value) { return magnitude_of(value) < infinity; };
    if (c == T(0) && d == T(0) && (a == a || b == b)) {
        const T signed_infinity = with_sign_of(infinity, c);
        return {signed_infinity * a, signed_infinity * b};
    }
    if ((is_infinite_part(a) || is_infinite_part(b)) && is_finite(c) && is_finite(d)) {
        a = unit_of_infinity(a);
        b = unit_of_infinity(b);
        return {infinity * (a * c + b * d), infinity * (b * c - a * d)};
    }
    if ((is_infinite_part(c) || is_infinite_part(d)) && is_finite(a) && is_finite(b)) {
        c = unit_of_infinity(c);
        d = unit_of_infinity(d);
        return {T(0) * (a * c + b * d), T(0) * (b * c - a * d)};
    }
    return quotient;
}

inline _Complex float to_complex(complex_parts<float> parts) {
    _Complex float value;
    __real__ value = parts.real;
    __imag__ value = parts.imaginary;
    return value;
}
inline _Complex double to_complex(complex_parts<double> parts) {
    _Complex double value;
    __real__ value = parts.real;
    __imag__ value = parts.imaginary;
    return value;
}

}  // namespace ingot::detail

// No source calls these functions: the code generator inserts the calls. `used` keeps the compiler from removing the functions
// before that.
extern "C" {
[[gnu::used]] inline _Complex float __mulsc3(float a, float b, float c, float d) {
    return ingot::detail::to_complex(ingot::detail::complex_product(a, b, c, d));
}
[[gnu::used]] inline _Complex double __muldc3(double a, double b, double c, double d) {
    return ingot::detail::to_complex(ingot::detail::complex_product(a, b, c, d));
}
[[gnu::used]] inline _Complex float __divsc3(float a, float b, float c, float d) {
    return ingot::detail::to_complex(ingot::detail::complex_quotient(a, b, c, d));
}
[[gnu::used]] inline _Complex double __divdc3(double a, double b, double c, double d) {
    return ingot::detail::to_complex(ingot::detail::complex_quotient(a, b, c, d));
}
}
