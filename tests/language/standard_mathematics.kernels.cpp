// Calls functions of <cmath>, and Ingot's rsqrt, in single and double precision. Work-item i writes the results for value i
// to column i of a table, which has one row for each function. Most functions of several arguments also use value i + 7
// minus 0.5, where the index wraps around.
#include <cmath>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename real>
static void functions_of_one(buffer<const real> values, buffer<real> table) {
    const real x = values[global_id.x];
    uint32_t row = 0;
    const auto write = [&](real result) { table[row++ * global_size.x + global_id.x] = result; };
    write(std::sin(x));
    write(std::cos(x));
    write(std::tan(x));
    write(std::asin(x));
    write(std::acos(x));
    write(std::atan(x));
    write(std::sinh(x));
    write(std::cosh(x));
    write(std::tanh(x));
    write(std::asinh(x));
    write(std::acosh(x + 1));
    write(std::atanh(x));
    write(std::exp(x));
    write(std::exp2(x));
    write(std::expm1(x));
    write(std::log(x));
    write(std::log2(x));
    write(std::log10(x));
    write(std::log1p(x));
    write(std::sqrt(x));
    write(std::cbrt(x));
    write(rsqrt(x));
    write(std::floor(x * 10));
    write(std::ceil(x * 10));
    write(std::trunc(x * 10));
    write(std::round(x * 10));
    write(std::rint(x * 10));
    write(std::fabs(-x));
    write(std::erf(x));
    write(std::erfc(x));
}

template <typename real>
static void functions_of_more(buffer<const real> values, buffer<real> table) {
    const real x = values[global_id.x];
    const real y = values[(global_id.x + 7) % global_size.x] - real(0.5);
    uint32_t row = 0;
    const auto write = [&](real result) { table[row++ * global_size.x + global_id.x] = result; };
    write(std::pow(x, y));
    write(std::atan2(y, x));
    write(std::fmod(x, real(0.3)));
    write(std::fmin(x, y));
    write(std::fmax(x, y));
    write(std::copysign(x, y));
    write(std::hypot(x, y));
    write(std::fdim(x, y));
    write(std::fma(x, y, x));
}

kernel void single_of_one(buffer<const float> values, buffer<float> table) { functions_of_one(values, table); }
kernel void single_of_more(buffer<const float> values, buffer<float> table) { functions_of_more(values, table); }
kernel void double_of_one(buffer<const double> values, buffer<double> table) { functions_of_one(values, table); }
kernel void double_of_more(buffer<const double> values, buffer<double> table) { functions_of_more(values, table); }
