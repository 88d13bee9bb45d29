// Compares the functions of accuracy.metal with references of higher precision.
#include "accuracy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ingot/ingot.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

class metal_accuracy : public ingot::testing::metal_device {};

struct function {
    const char* name;
    double limit;       // in units of the last place, for float; 0 if the result is exact, 0.5 if it is rounded correctly
    double half_limit;  // for half
    double least, greatest;
    double (*reference)(double, double);
};

constexpr double pi = std::numbers::pi;

// In the order of accuracy.metal.
const function all_functions[] = {
    {"x + y", 0.5, 0.5, -100, 100, [](double x, double y) { return x + y; }},
    {"x - y", 0.5, 0.5, -100, 100, [](double x, double y) { return x - y; }},
    {"x * y", 0.5, 0.5, -100, 100, [](double x, double y) { return x * y; }},
    {"1 / x", 0.5, 0.5, 0.01, 100, [](double x, double) { return 1 / x; }},
    {"x / y", 0.5, 0.5, 0.01, 100, [](double x, double y) { return x / y; }},
    {"acos", 4, 1, -1, 1, [](double x, double) { return std::acos(x); }},
    {"acosh", 4, 1, 1, 1000, [](double x, double) { return std::acosh(x); }},
    {"asin", 4, 1, -1, 1, [](double x, double) { return std::asin(x); }},
    {"asinh", 4, 1, -1000, 1000, [](double x, double) { return std::asinh(x); }},
    {"atan", 5, 1, -100, 100, [](double x, double) { return std::atan(x); }},
    {"atan2", 6, 1, -100, 100, [](double x, double y) { return std::atan2(x, y); }},
    {"atanh", 5, 1, -0.99, 0.99, [](double x, double) { return std::atanh(x); }},
    {"ceil", 0, 0, -1000, 1000, [](double x, double) { return std::ceil(x); }},
    {"floor", 0, 0, -1000, 1000, [](double x, double) { return std::floor(x); }},
    {"rint", 0, 0, -1000, 1000, [](double x, double) { return std::nearbyint(x); }},
    {"round", 0, 0, -1000, 1000, [](double x, double) { return std::round(x); }},
    {"trunc", 0, 0, -1000, 1000, [](double x, double) { return std::trunc(x); }},
    {"copysign", 0, 0, -1000, 1000, [](double x, double y) { return std::copysign(x, y); }},
    {"cos", 4, 1, -30, 30, [](double x, double) { return std::cos(x); }},
    {"sin", 4, 1, -30, 30, [](double x, double) { return std::sin(x); }},
    {"sincos", 0, 0, -30, 30, [](double, double) { return 1.0; }},
    {"tan", 6, 1, -30, 30, [](double x, double) { return std::tan(x); }},
    {"cosh", 4, 1, -10, 10, [](double x, double) { return std::cosh(x); }},
    {"sinh", 4, 1, -10, 10, [](double x, double) { return std::sinh(x); }},
    {"tanh", 5, 1, -5, 5, [](double x, double) { return std::tanh(x); }},
    {"cospi", 4, 1, 0, 0.45, [](double x, double) { return std::cos(pi * x); }},
    {"sinpi", 4, 1, 0.01, 0.95, [](double x, double) { return std::sin(pi * x); }},
    {"tanpi", 6, 1, 0.01, 0.45, [](double x, double) { return std::tan(pi * x); }},
    {"exp", 4, 1, -8, 10, [](double x, double) { return std::exp(x); }},
    {"exp2", 4, 1, -13, 15, [](double x, double) { return std::exp2(x); }},
    {"exp10", 4, 1, -4, 4, [](double x, double) { return std::pow(10, x); }},
    {"log", 4, 1, 0.001, 1000, [](double x, double) { return std::log(x); }},
    {"log2", 4, 1, 0.001, 1000, [](double x, double) { return std::log2(x); }},
    {"log10", 4, 1, 0.001, 1000, [](double x, double) { return std::log10(x); }},
    {"pow", 16, 16, 0.5, 3, [](double x, double y) { return std::pow(x, y); }},
    {"powr", 16, 16, 0.5, 3, [](double x, double y) { return std::pow(x, y); }},
    {"sqrt", 0.5, 0.5, 0, 1000, [](double x, double) { return std::sqrt(x); }},
    {"rsqrt", 0.5, 0.5, 0.001, 1000, [](double x, double) { return 1 / std::sqrt(x); }},
    {"fabs", 0, 0, -1000, 1000, [](double x, double) { return std::fabs(x); }},
    {"fmax", 0, 0, -1000, 1000, [](double x, double y) { return std::fmax(x, y); }},
    {"fmin", 0, 0, -1000, 1000, [](double x, double y) { return std::fmin(x, y); }},
    {"frexp", 0.5, 0.5, 1, 1000,
     [](double x, double) {
         int exponent = 0;
         const double fraction = std::frexp(x, &exponent);
         return fraction + exponent;
     }},
    {"ilogb", 0, 0, 0.001, 1000, [](double x, double) { return static_cast<double>(std::ilogb(x)); }},
    {"modf", 0, 0, -1000, 1000,
     [](double x, double) {
         double whole = 0;
         return std::modf(x, &whole);
     }},
    {"fdim", 0.5, 0.5, -100, 100, [](double x, double y) { return std::fdim(x, y); }},
    {"fma", 0.5, 0.5, -10, 10, [](double x, double y) { return x * y + x; }},
    {"fract", 0.5, 0.5, 0, 100, [](double x, double) { return x - std::floor(x); }},
    {"ldexp", 0.5, 0.5, -100, 100, [](double x, double) { return std::ldexp(x, 3); }},
    {"fmod", 0, 0, 0.5, 100, [](double x, double y) { return std::fmod(x, y); }},
    {"fmax3", 0, 0, -100, 100, [](double x, double y) { return std::fmax(std::fmax(x, y), 1.0); }},
    {"fmin3", 0, 0, -100, 100, [](double x, double y) { return std::fmin(std::fmin(x, y), 1.0); }},
    {"fmedian3", 0, 0, -100, 100, [](double x, double y) { return std::fmax(std::fmin(x, y), std::fmin(std::fmax(x, y), 1.0)); }},
};
constexpr uint32_t samples = 256;

// The distance of the two numbers with `digits` binary digits that are next to x (section 7.4).
double unit_in_last_place(double x, int digits, int least_exponent) {
    const int exponent = x == 0 ? least_exponent : std::max(std::ilogb(x), least_exponent);
    return std::ldexp(1.0, exponent - digits + 1);
}

// Returns `samples` pairs of arguments for each function. They are numbers of the type half, so both types have them.
std::vector<float2> arguments() {
    std::mt19937 random(7);
    std::vector<float2> pairs;
    for (const function& each : all_functions) {
        std::uniform_real_distribution<double> number(each.least, each.greatest);
        const auto next = [&] {
            double value = number(random);
            const double unit = unit_in_last_place(value, 11, -14);
            value = std::trunc(value / unit) * unit;
            return static_cast<float>(std::clamp(value, std::ceil(each.least / unit) * unit, each.greatest));
        };
        for (uint32_t i = 0; i < samples; ++i) pairs.push_back({next(), next()});
    }
    return pairs;
}

void expect_accurate(const std::vector<float2>& in, const std::vector<float>& out, int digits, int least_exponent) {
    for (size_t f = 0; f < std::size(all_functions); ++f) {
        const function& tested = all_functions[f];
        double worst = 0;
        size_t where = 0;
        for (size_t i = f * samples; i < (f + 1) * samples; ++i) {
            const double exact = tested.reference(in[i].x, in[i].y);
            const double error = std::fabs(out[i] - exact) / unit_in_last_place(exact, digits, least_exponent);
            if (!(error <= worst)) {
                worst = error;
                where = i;
            }
        }
        EXPECT_LE(worst, digits == 24 ? tested.limit : tested.half_limit)
            << tested.name << " of " << in[where].x << ", " << in[where].y << " is " << out[where];
    }
}

// MSL-7.4-01 … -38
TEST_P(metal_accuracy, functions_of_float) {
    const accuracy_program program(device_);
    const std::vector<float2> in = arguments();
    auto values = device_.create_buffer<float2>(in);
    auto results = device_.create_buffer<float>(in.size(), 0.0f);
    queue_.run(program.floats, range(samples).groups_of(64), values, results, samples);
    expect_accurate(in, results.read(queue_), 24, -126);
}

TEST_P(metal_accuracy, functions_of_half) {
    const accuracy_program program(device_);
    const std::vector<float2> in = arguments();
    auto values = device_.create_buffer<float2>(in);
    auto results = device_.create_buffer<float>(in.size(), 0.0f);
    queue_.run(program.halves, range(samples).groups_of(64), values, results, samples);
    expect_accurate(in, results.read(queue_), 11, -14);
}

INGOT_TEST_ON_EVERY_DEVICE(metal_accuracy);

}  // namespace
