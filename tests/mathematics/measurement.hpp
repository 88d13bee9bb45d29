// The largest errors of every function on a device, or of its version at compile time.
#pragma once

#include <functional>
#include <ingot/ingot.hpp>
#include <memory>
#include <string>
#include <vector>

#include "functions.hpp"
#include "samples.hpp"

namespace ingot::testing {

/// The largest error among some results, in ULP, and where it was.
struct largest_error {
    double ulp = 0.0;
    double x = 0.0, y = 0.0, z = 0.0;
    double result = 0.0;
};

/// Of one function and one type.
struct measurement {
    largest_error error;     ///< where arguments and exact results are 0, normal or special
    largest_error denormal;  ///< where one of them is denormal: devices may take denormal numbers as 0
    size_t count = 0;        ///< how many arguments (or pairs, or triples)
};

/// Gives the results of functions for arguments.
class calculator {
public:
    virtual ~calculator() = default;
    virtual std::string name() const = 0;
    virtual bool has_double() const { return true; }
    virtual std::vector<half> call(function which, const arguments<half>& with) = 0;
    virtual std::vector<float> call(function which, const arguments<float>& with) = 0;
    virtual std::vector<double> call(function which, const arguments<double>& with) = 0;
};

/// The versions at compile time, run here: the same code with the same results.
std::unique_ptr<calculator> compile_time_calculator();
/// The kernels of functions.kernels.cpp.
std::unique_ptr<calculator> device_calculator(const device& on);

/// Measures a function on several calculators with the same arguments; the result has a measurement for each.
template <floating_point T>
std::vector<measurement> measure(function which, const arguments<T>& with, const std::vector<calculator*>& on);

/// The same for functions of one argument and very many arguments: the C library's long double tells which results can be worse
/// than those `before`, and only these are measured against MPFR.
measurement measure_screened(function which, const arguments<float>& with, calculator& on, const measurement& before);

/// Adds what other arguments showed.
void merge(measurement& into, const measurement& other);

}  // namespace ingot::testing
