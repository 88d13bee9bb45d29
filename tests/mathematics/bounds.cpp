#include "bounds.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string>

namespace ingot::testing {

namespace {

constexpr double any = std::numeric_limits<double>::infinity();
constexpr std::string_view flushed = "libclc 22 takes denormal numbers as 0 here, as OpenCL C allows it for float";

constexpr std::array defects {
    known_defect {"pocl 3.1", function::exp, "double", 256.0, false,
                  "infinite from 709.78271289338397 on, the greatest double whose exponential is finite"},
    known_defect {"cuda", function::exp, "float", any, true, flushed},
    known_defect {"cuda", function::exp2, "float", any, true, flushed},
    known_defect {"cuda", function::fmod, "float", any, true, flushed},
    known_defect {"cuda", function::remainder, "float", any, true, flushed},
};

}  // namespace

double bound_at_run_time(function which) {
    switch (which) {
        case function::abs:
        case function::fabs:
        case function::floor:
        case function::ceil:
        case function::round:
        case function::trunc:
        case function::rint:
        case function::fmod:
        case function::remainder:
        case function::copysign:
        case function::fmin:
        case function::fmax:
            return 0.0;
        case function::fdim:
        case function::fma:
            return 0.5;
        case function::rsqrt:
        case function::log1p:
        case function::rad_to_deg:
        case function::deg_to_rad:
            return 2.0;
        case function::sqrt:
        case function::exp:
        case function::exp2:
        case function::exp10:
        case function::expm1:
        case function::log:
        case function::log2:
        case function::log10:
            return 3.0;
        case function::cbrt:  // OpenCL's 2 is not kept by the C library of the CPU debug device (glibc's manual, known maximum
                              // errors)
        case function::sin:
        case function::cos:
        case function::asin:
        case function::acos:
        case function::sinh:
        case function::cosh:
        case function::asinh:
        case function::acosh:
        case function::hypot:
            return 4.0;
        case function::tan:
        case function::atan:
        case function::tanh:
        case function::atanh:
            return 5.0;
        case function::atan2:
            return 6.0;
        case function::pow:
            return 16.0;
    }
    return 0.0;
}

double bound_at_compile_time(function which) {
    if (bound_at_run_time(which) == 0.0) return 0.0;
    return 0.5001;
}

const known_defect* find_defect(std::string_view title, function which, std::string_view type) {
    std::string small(title);
    std::ranges::transform(small, small.begin(), [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    const auto found = std::ranges::find_if(defects, [&](const known_defect& one) {
        return small.find(one.device) != std::string::npos && one.which == which && one.type == type;
    });
    return found == defects.end() ? nullptr : &*found;
}

double bound_on(std::string_view title, function which, std::string_view type, bool is_denormal) {
    const known_defect* const defect = find_defect(title, which, type);
    if (defect && (is_denormal || !defect->of_denormals_only)) return defect->ulp;
    const double bound = bound_at_run_time(which);
    return type == "half" && bound != 0.0 ? bound_of_half : bound;
}

}  // namespace ingot::testing
