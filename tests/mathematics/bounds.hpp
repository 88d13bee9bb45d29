// The bounds on errors that docs/mathematics.md documents.
#pragma once

#include <concepts>
#include <string_view>

#include "functions.hpp"

namespace ingot::testing {

/// Returns the bound of a function's error in constant expressions, in ULP of the result's type.
double bound_at_compile_time(function operation);

/// Returns the bound of a function's error on every device, in ULP of float or double. For both types it is OpenCL C's bound
/// for float (OpenCL C 3.0, 7.4, relative error as ULPs), except for cbrt: the C library, which the CPU debug device calls,
/// exceeds OpenCL's bound of 2. The C library and libclc, which CUDA devices use, satisfy all of the returned bounds.
double bound_at_run_time(function operation);

/// The bound for half on every device, in ULP of half, for functions whose results are rounded: the result is computed in float
/// and then rounded once more. Other functions have the bound 0.
inline constexpr double bound_of_half = 0.51;

/// A function whose error on some device is larger than its bound, because of a defect in the driver.
struct driver_defect {
    std::string_view device;  ///< a part of the device's name
    function which;
    std::string_view type;  ///< "half", "float" or "double"
    double ulp;             ///< the bound that the tests use instead on this device
    std::string_view reason;
};

/// Returns the known defect of a function on a device, or nullptr if the driver satisfies the bound.
const driver_defect* find_defect(std::string_view device, function operation, std::string_view type);

/// Returns the bound for a device in ULP of T: the bound of a known defect of this device, or else the bound for every device.
template <detail::floating_point T>
double bound_on(std::string_view device, function operation) {
    constexpr std::string_view type = std::same_as<T, double> ? "double" : std::same_as<T, float> ? "float" : "half";
    if (const driver_defect* defect = find_defect(device, operation, type)) return defect->ulp;
    const double bound = bound_at_run_time(operation);
    return std::same_as<T, half> && bound != 0.0 ? bound_of_half : bound;
}

}  // namespace ingot::testing
