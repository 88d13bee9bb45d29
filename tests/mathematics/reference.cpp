#include "reference.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ingot::testing {

namespace {

constexpr mpfr_prec_t precision = 160;

// The precision of the arguments: enough bits for the exact value of a half, float or double.
constexpr mpfr_prec_t of_double = 53;

class number {
public:
    explicit number(mpfr_prec_t bits) : value_ {} { mpfr_init2(value_, bits); }
    ~number() { mpfr_clear(value_); }
    number(const number&) = delete;
    number& operator=(const number&) = delete;
    operator mpfr_ptr() { return value_; }
    operator mpfr_srcptr() const { return value_; }

private:
    mpfr_t value_;
};

using one = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using two = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

int exact_rsqrt(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t rounding) {
    mpfr_sqrt(result, argument, rounding);
    return mpfr_ui_div(result, 1, result, rounding);
}
int exact_to_degrees(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t rounding) {
    number pi(precision);
    mpfr_const_pi(pi, rounding);
    mpfr_mul_ui(result, argument, 180, rounding);
    return mpfr_div(result, result, pi, rounding);
}
int exact_to_radians(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t rounding) {
    number pi(precision);
    mpfr_const_pi(pi, rounding);
    mpfr_mul(result, argument, pi, rounding);
    return mpfr_div_ui(result, result, 180, rounding);
}
int ceil_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t) { return mpfr_ceil(result, argument); }
int floor_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t) { return mpfr_floor(result, argument); }
int round_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t) { return mpfr_round(result, argument); }
int trunc_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t) { return mpfr_trunc(result, argument); }
int magnitude_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_rnd_t rounding) { return mpfr_abs(result, argument, rounding); }
int with_sign_of(mpfr_ptr result, mpfr_srcptr argument, mpfr_srcptr sign, mpfr_rnd_t rounding) {
    return mpfr_copysign(result, argument, sign, rounding);
}

one function_of_one(function operation) {
    switch (operation) {
        case function::abs:
        case function::fabs:
            return magnitude_of;
        case function::sqrt:
            return mpfr_sqrt;
        case function::rsqrt:
            return exact_rsqrt;
        case function::cbrt:
            return mpfr_cbrt;
        case function::floor:
            return floor_of;
        case function::ceil:
            return ceil_of;
        case function::round:
            return round_of;
        case function::trunc:
            return trunc_of;
        case function::rint:
            return mpfr_rint;
        case function::exp:
            return mpfr_exp;
        case function::exp2:
            return mpfr_exp2;
        case function::exp10:
            return mpfr_exp10;
        case function::expm1:
            return mpfr_expm1;
        case function::log:
            return mpfr_log;
        case function::log2:
            return mpfr_log2;
        case function::log10:
            return mpfr_log10;
        case function::log1p:
            return mpfr_log1p;
        case function::sin:
            return mpfr_sin;
        case function::cos:
            return mpfr_cos;
        case function::tan:
            return mpfr_tan;
        case function::asin:
            return mpfr_asin;
        case function::acos:
            return mpfr_acos;
        case function::atan:
            return mpfr_atan;
        case function::sinh:
            return mpfr_sinh;
        case function::cosh:
            return mpfr_cosh;
        case function::tanh:
            return mpfr_tanh;
        case function::asinh:
            return mpfr_asinh;
        case function::acosh:
            return mpfr_acosh;
        case function::atanh:
            return mpfr_atanh;
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
            return mpfr_fmod;
        case function::remainder:
            return mpfr_remainder;
        case function::pow:
            return mpfr_pow;
        case function::atan2:
            return mpfr_atan2;
        case function::hypot:
            return mpfr_hypot;
        case function::copysign:
            return with_sign_of;
        case function::fmin:
            return mpfr_min;
        case function::fmax:
            return mpfr_max;
        case function::fdim:
            return mpfr_dim;
        default:
            return nullptr;
    }
}

}  // namespace

struct reference::numbers {
    number x {of_double}, y {of_double}, z {of_double};
    number exact {precision};
    number difference {precision};
};

reference::reference(function operation) : function_(operation), held_(std::make_unique<numbers>()) {}
reference::~reference() = default;

void reference::evaluate(double x, double y, double z) {
    mpfr_set_d(held_->x, x, MPFR_RNDN);
    mpfr_set_d(held_->y, y, MPFR_RNDN);
    mpfr_set_d(held_->z, z, MPFR_RNDN);
    if (const one call_one = function_of_one(function_))
        call_one(held_->exact, held_->x, MPFR_RNDN);
    else if (const two call_two = function_of_two(function_))
        call_two(held_->exact, held_->x, held_->y, MPFR_RNDN);
    else
        mpfr_fma(held_->exact, held_->x, held_->y, held_->z, MPFR_RNDN);
}

template <detail::floating_point T>
bool reference::is_denormal() const {
    return mpfr_regular_p(held_->exact) && mpfr_get_exp(held_->exact) < std::numeric_limits<T>::min_exponent;
}

template <detail::floating_point T>
double reference::error(T result) const {
    using limits = std::numeric_limits<T>;
    constexpr double wrong = std::numeric_limits<double>::infinity();
    const double value = static_cast<double>(result);
    const mpfr_srcptr exact = held_->exact;
    if (mpfr_nan_p(exact) || std::isnan(value)) return mpfr_nan_p(exact) && std::isnan(value) ? 0.0 : wrong;
    if (mpfr_inf_p(exact)) return std::isinf(value) && std::signbit(value) == (mpfr_signbit(exact) != 0) ? 0.0 : wrong;

    // Instead of an infinite result, or of an exact value that overflows T, use the number that would follow the greatest
    // finite one: 2^max_exponent.
    const mpfr_ptr difference = held_->difference;
    const bool is_overflow = mpfr_regular_p(exact) && mpfr_get_exp(exact) > limits::max_exponent;
    if (std::isinf(value))
        mpfr_set_si_2exp(difference, value < 0 ? -1 : 1, limits::max_exponent, MPFR_RNDN);
    else
        mpfr_set_d(difference, value, MPFR_RNDN);
    if (is_overflow) {
        if (std::isinf(value)) return std::signbit(value) == (mpfr_signbit(exact) != 0) ? 0.0 : wrong;
        number limit(precision);
        mpfr_set_si_2exp(limit, mpfr_sgn(exact), limits::max_exponent, MPFR_RNDN);
        mpfr_sub(difference, difference, limit, MPFR_RNDN);
    } else {
        mpfr_sub(difference, difference, exact, MPFR_RNDN);
    }
    constexpr mpfr_exp_t lowest = limits::min_exponent - limits::digits;
    constexpr mpfr_exp_t greatest = limits::max_exponent - limits::digits;
    const mpfr_exp_t place = mpfr_zero_p(exact) ? lowest : mpfr_get_exp(exact) - limits::digits;
    mpfr_mul_2si(difference, difference, -std::clamp(place, lowest, greatest), MPFR_RNDN);
    return std::abs(mpfr_get_d(difference, MPFR_RNDN));
}

template double reference::error(half) const;
template double reference::error(float) const;
template double reference::error(double) const;
template bool reference::is_denormal<half>() const;
template bool reference::is_denormal<float>() const;
template bool reference::is_denormal<double>() const;

}  // namespace ingot::testing
