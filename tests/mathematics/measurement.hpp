// Measures the largest errors of the mathematical functions on a device, and of their compile-time versions.
#pragma once

#include <functional>
#include <ingot/ingot.hpp>
#include <memory>
#include <string>
#include <vector>

#include "functions.hpp"
#include "samples.hpp"

namespace ingot::testing {

/// The largest error of several results, in ULP, with the arguments and the result where it occurred.
struct largest_error {
    double ulp = 0.0;
    double x = 0.0, y = 0.0, z = 0.0;
    double result = 0.0;
};

/// The errors of one function for one type. Errors with denormal numbers are separate, because devices may replace denormal
/// numbers by 0.
struct measurement {
    largest_error error;     ///< where neither an argument nor the exact result is denormal
    largest_error denormal;  ///< where an argument or the exact result is denormal
    size_t count = 0;        ///< the number of arguments (or pairs, or triples)
};

/// Computes functions, on a device or by their compile-time versions.
class calculator {
public:
    virtual ~calculator() = default;
    virtual std::string name() const = 0;
    virtual bool has_double() const { return true; }
    virtual std::vector<half> call(function operation, const arguments<half>& arguments) = 0;
    virtual std::vector<float> call(function operation, const arguments<float>& arguments) = 0;
    virtual std::vector<double> call(function operation, const arguments<double>& arguments) = 0;
};

/// Returns a calculator that runs the compile-time versions on the host. The results are those of constant expressions,
/// because the code is the same.
std::unique_ptr<calculator> compile_time_calculator();
/// Returns a calculator that runs the kernels of functions.kernels.cpp on a device.
std::unique_ptr<calculator> device_calculator(const device& device);

/// Measures a function on several calculators with the same arguments. Returns a measurement for each calculator.
template <detail::floating_point T>
std::vector<measurement> measure(function operation, const arguments<T>& arguments, const std::vector<calculator*>& calculators);

/// Measures a function of one parameter with very many arguments. `before` is the measurement with earlier arguments. To save
/// time, measure_screened() first compares each result with the value that the C library computes in long double. A result
/// whose error is certainly smaller than the largest error so far, including that of `before`, is skipped. The other results
/// are compared with MPFR. Results for denormal arguments are never skipped.
measurement measure_screened(function operation, const arguments<float>& arguments, calculator& calculator,
                             const measurement& before);

/// Adds `other`, a measurement of the same function with other arguments, to `total`.
void merge(measurement& total, const measurement& other);

}  // namespace ingot::testing
