// Arithmetic on sums of two doubles. A sum has 106 bits of precision. The arithmetic is built from operations that are exact
// in IEEE double: T. J. Dekker, "A floating-point technique for extending the available precision" (1971); D. E. Knuth,
// TAOCP volume 2, 4.2.2; Y. Hida, X. S. Li and D. H. Bailey, "Library for double-double and quad-double arithmetic"
// (2007). The compile-time functions of double compute with these numbers and round the result once.
#pragma once

#include <type_traits>

namespace ingot::constant_math::detail {

/// high + low, where high is the double nearest to the sum.
struct double_double {
    double high = 0.0;
    double low = 0.0;

    constexpr double_double() = default;
    constexpr explicit(false) double_double(double value) : high(value) {}
    constexpr double_double(double larger, double smaller) : high(larger), low(smaller) {}
};

/// a + b exactly, for |a| >= |b|.
constexpr double_double ordered_sum(double a, double b) {
    const double sum = a + b;
    const double rounded_b = sum - a;
    return {sum, b - rounded_b};
}

/// a + b exactly, if the sum does not overflow.
constexpr double_double exact_sum(double a, double b) {
    const double sum = a + b;
    const double of_b = sum - a;
    const double of_a = sum - of_b;
    const double rest_of_b = b - of_b;
    const double rest_of_a = a - of_a;
    return {sum, rest_of_a + rest_of_b};
}

/// a * b exactly, if no intermediate result overflows or is denormal. Each factor is split into two halves of at most 26 bits.
constexpr double_double exact_product(double a, double b) {
    constexpr double splitter = 0x1p+27 + 1.0;
    const double wide_a = splitter * a;
    const double beyond_a = wide_a - a;
    const double a_high = wide_a - beyond_a;
    const double a_low = a - a_high;
    const double wide_b = splitter * b;
    const double beyond_b = wide_b - b;
    const double b_high = wide_b - beyond_b;
    const double b_low = b - b_high;
    const double product = a * b;
    double rest = a_high * b_high;
    rest -= product;
    rest += a_high * b_low;
    rest += a_low * b_high;
    rest += a_low * b_low;
    return {product, rest};
}

constexpr double_double operator-(double_double a) { return {-a.high, -a.low}; }

constexpr double_double operator+(double_double a, double_double b) {
    const double_double high = exact_sum(a.high, b.high);
    const double_double low = exact_sum(a.low, b.low);
    const double_double sum = ordered_sum(high.high, high.low + low.high);
    return ordered_sum(sum.high, sum.low + low.low);
}

constexpr double_double operator-(double_double a, double_double b) { return a + -b; }

constexpr double_double operator*(double_double a, double_double b) {
    const double_double product = exact_product(a.high, b.high);
    const double crossed = a.high * b.low + a.low * b.high;
    return ordered_sum(product.high, product.low + crossed);
}

constexpr double_double operator/(double_double a, double_double b) {
    const double first = a.high / b.high;
    const double_double rest = a - b * double_double(first);
    const double second = rest.high / b.high;
    const double_double last = rest - b * double_double(second);
    return double_double(ordered_sum(first, second)) + double_double(last.high / b.high);
}

/// Returns the double nearest to a number. The mathematical functions compute with numbers of type double or double_double.
constexpr double nearest(double value) { return value; }
constexpr double nearest(double_double value) { return value.high; }

/// Returns a constant in the type that a function computes with: double if the result has single precision or less,
/// otherwise double_double.
template <typename working>
constexpr working as(double_double value) {
    if constexpr (std::is_same_v<working, double>)
        return value.high;
    else
        return value;
}

}  // namespace ingot::constant_math::detail
