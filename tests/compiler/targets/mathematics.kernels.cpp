// Every function of <cmath> that a device has, in single and double precision.
#include <cmath>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename real>
static real of_one(real x) {
    return std::sin(x) + std::cos(x) + std::tan(x) + std::asin(x) + std::acos(x) + std::atan(x) + std::sinh(x) + std::cosh(x) +
           std::tanh(x) + std::asinh(x) + std::acosh(x) + std::atanh(x) + std::exp(x) + std::exp2(x) + std::expm1(x) +
           std::log(x) + std::log2(x) + std::log10(x) + std::log1p(x) + std::sqrt(x) + std::cbrt(x) + rsqrt(x) + std::floor(x) +
           std::ceil(x) + std::trunc(x) + std::round(x) + std::rint(x) + std::fabs(x) + std::erf(x) + std::erfc(x);
}

template <typename real>
static real of_more(real x, real y, real z) {
    return std::pow(x, y) + std::atan2(x, y) + std::fmod(x, y) + std::fmin(x, y) + std::fmax(x, y) + std::copysign(x, y) +
           std::hypot(x, y) + std::fdim(x, y) + std::fma(x, y, z);
}

kernel void single(buffer<const float> x, buffer<float> y) { y[global_id.x] = of_one(x[global_id.x]); }
kernel void single_of_more(buffer<const float> x, buffer<float> y) {
    y[global_id.x] = of_more(x[global_id.x], x[global_id.x + 1], x[global_id.x + 2]);
}
kernel void twice(buffer<const double> x, buffer<double> y) { y[global_id.x] = of_one(x[global_id.x]); }
kernel void twice_of_more(buffer<const double> x, buffer<double> y) {
    y[global_id.x] = of_more(x[global_id.x], x[global_id.x + 1], x[global_id.x + 2]);
}
