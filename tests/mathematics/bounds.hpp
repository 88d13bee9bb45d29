// The errors that docs/mathematics.md promises.
#pragma once

#include <concepts>
#include <string_view>

#include "functions.hpp"

namespace ingot::testing {

/// At compile time, in ULP.
double bound_at_compile_time(function which);

/// At run time on every device, in ULP of float or double: OpenCL C's (OpenCL C 3.0, 7.4, relative error as ULPs), which the
/// C library and libclc keep too.
double bound_at_run_time(function which);

/// Of half the result in float is rounded once more.
inline constexpr double bound_of_half = 0.51;

/// A function that a driver computes worse than it must: which, how far off, and where.
struct driver_defect {
    std::string_view device;  ///< part of its name
    function which;
    std::string_view type;
    double ulp;
    std::string_view reason;
};

/// The defects that are known; nullptr where the driver keeps to the bound.
const driver_defect* find_defect(std::string_view device, function which, std::string_view type);

/// What holds on a device: the bound, or the known defect's.
template <floating_point T>
double bound_on(std::string_view device, function which) {
    constexpr std::string_view type = std::same_as<T, double> ? "double" : std::same_as<T, float> ? "float" : "half";
    if (const driver_defect* defect = find_defect(device, which, type)) return defect->ulp;
    const double bound = bound_at_run_time(which);
    return std::same_as<T, half> && bound != 0.0 ? bound_of_half : bound;
}

}  // namespace ingot::testing
