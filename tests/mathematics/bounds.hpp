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

/// A function that a driver or a library computes worse than it must: which, how far off, and why.
struct known_defect {
    std::string_view device;  ///< part of its title, in small letters
    function which;
    std::string_view type;
    double ulp;
    bool of_denormals_only;  ///< only where an argument or the exact result is denormal
    std::string_view reason;
};

/// The defects that are known; nullptr where the device keeps to the bound. A device's title is its backend and its name.
const known_defect* find_defect(std::string_view title, function which, std::string_view type);

/// What holds on a device, for arguments and results that are not denormal or for those that are: the bound, or the known
/// defect's.
double bound_on(std::string_view title, function which, std::string_view type, bool is_denormal);

template <floating_point T>
inline constexpr std::string_view type_name = std::same_as<T, double>  ? "double"
                                              : std::same_as<T, float> ? "float"
                                                                       : "half";

}  // namespace ingot::testing
