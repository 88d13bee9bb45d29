// The reference in builds without MPFR, for machines whose long double has 113 bits, such as AArch64: the C library's functions
// of long double. Their errors are a few units in the 113th bit, which is far below those that are measured.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference.hpp"

namespace ingot::testing {

namespace {

using quadruple = long double;
static_assert(std::numeric_limits<quadruple>::digits == 113, "without MPFR, the reference needs a long double of 113 bits");

using one = quadruple (*)(quadruple);
using two = quadruple (*)(quadruple, quadruple);

constexpr quadruple pi = 3.14159265358979323846264338327950288L;

quadruple exact_rsqrt(quadruple argument) { return 1 / std::sqrt(argument); }
quadruple exact_to_degrees(quadruple argument) { return argument * 180 / pi; }
quadruple exact_to_radians(quadruple argument) { return argument * pi / 180; }
quadruple exact_exp10(quadruple argument) { return std::pow(quadruple {10}, argument); }

one function_of_one(function operation) {
    switch (operation) {
        case function::abs:
        case function::fabs:
            return std::fabs;
        case function::sqrt:
            return std::sqrt;
        case function::rsqrt:
            return exact_rsqrt;
        case function::cbrt:
            return std::cbrt;
        case function::floor:
            return std::floor;
        case function::ceil:
            return std::ceil;
        case function::round:
            return std::round;
        case function::trunc:
            return std::trunc;
        case function::rint:
            return std::rint;
        case function::exp:
            return std::exp;
        case function::exp2:
            return std::exp2;
        case function::exp10:
            return exact_exp10;
        case function::expm1:
            return std::expm1;
        case function::log:
            return std::log;
        case function::log2:
            return std::log2;
        case function::log10:
            return std::log10;
        case function::log1p:
            return std::log1p;
        case function::sin:
            return std::sin;
        case function::cos:
            return std::cos;
        case function::tan:
            return std::tan;
        case function::asin:
            return std::asin;
        case function::acos:
            return std::acos;
        case function::atan:
            return std::atan;
        case function::sinh:
            return std::sinh;
        case function::cosh:
            return std::cosh;
        case function::tanh:
            return std::tanh;
        case function::asinh:
            return std::asinh;
        case function::acosh:
            return std::acosh;
        case function::atanh:
            return std::atanh;
        case function::rad_to_deg:
            return exact_to_degrees;
        case function::deg_to_rad:
            return exact_to_radians;
        default:
            return nullptr;
    }
}

two function_of_two(function operation) {
    switch (operation) {
        case function::fmod:
            return std::fmod;
        case function::remainder:
            return std::remainder;
        case function::pow:
            return std::pow;
        case function::atan2:
            return std::atan2;
        case function::hypot:
            return std::hypot;
        case function::copysign:
            return std::copysign;
        case function::fmin:
            return std::fmin;
        case function::fmax:
            return std::fmax;
        case function::fdim:
            return std::fdim;
        default:
            return nullptr;
    }
}

// The number whose magnitude is in [2^(n-1), 2^n) has the exponent n, as in MPFR.
int exponent_of(quadruple number) { return std::ilogb(number) + 1; }

bool is_regular(quadruple number) { return std::isfinite(number) && number != 0; }

}  // namespace

struct reference::numbers {
    quadruple exact = 0;
};

reference::reference(function operation) : function_(operation), held_(std::make_unique<numbers>()) {}
reference::~reference() = default;

void reference::evaluate(double x, double y, double z) {
    if (const one call_one = function_of_one(function_))
        held_->exact = call_one(x);
    else if (const two call_two = function_of_two(function_))
        held_->exact = call_two(x, y);
    else
        held_->exact = std::fma(quadruple {x}, quadruple {y}, quadruple {z});
}

template <detail::floating_point T>
bool reference::is_denormal() const {
    return is_regular(held_->exact) && exponent_of(held_->exact) < std::numeric_limits<T>::min_exponent;
}

template <detail::floating_point T>
double reference::error(T result) const {
    using limits = std::numeric_limits<T>;
    constexpr double wrong = std::numeric_limits<double>::infinity();
    const double value = static_cast<double>(result);
    const quadruple exact = held_->exact;
    if (std::isnan(exact) || std::isnan(value)) return std::isnan(exact) && std::isnan(value) ? 0.0 : wrong;
    const bool has_same_sign = std::signbit(value) == std::signbit(exact);
    if (std::isinf(exact)) return std::isinf(value) && has_same_sign ? 0.0 : wrong;

    // Instead of an infinite result, or of an exact value that overflows T, use the number that would follow the greatest
    // finite one: 2^max_exponent.
    const quadruple limit = std::ldexp(quadruple {1}, limits::max_exponent);
    const quadruple given = std::isinf(value) ? std::copysign(limit, quadruple {value}) : quadruple {value};
    if (is_regular(exact) && exponent_of(exact) > limits::max_exponent) {
        if (std::isinf(value)) return has_same_sign ? 0.0 : wrong;
        return static_cast<double>(
            std::ldexp(std::fabs(given - std::copysign(limit, exact)), limits::digits - limits::max_exponent));
    }
    constexpr int lowest = limits::min_exponent - limits::digits;
    constexpr int greatest = limits::max_exponent - limits::digits;
    const int place = exact == 0 ? lowest : std::clamp(exponent_of(exact) - limits::digits, lowest, greatest);
    return static_cast<double>(std::ldexp(std::fabs(given - exact), -place));
}

template double reference::error(half) const;
template double reference::error(float) const;
template double reference::error(double) const;
template bool reference::is_denormal<half>() const;
template bool reference::is_denormal<float>() const;
template bool reference::is_denormal<double>() const;

}  // namespace ingot::testing
