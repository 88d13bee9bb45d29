#include "bounds.hpp"

#include <algorithm>
#include <array>

namespace ingot::testing {

namespace {

constexpr std::array defects {
    driver_defect {"PoCL", function::exp, "double", 256.0,
                   "infinite from 709.78271289338397 on, although exp(709.78271289338397) is still finite"},
};

}  // namespace

double bound_at_run_time(function operation) {
    switch (operation) {
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
        case function::cbrt:  // OpenCL's bound is 2; glibc's error is larger (glibc's manual, "Known Maximum Errors")
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

double bound_at_compile_time(function operation) {
    if (bound_at_run_time(operation) == 0.0) return 0.0;
    return 0.5001;
}

const driver_defect* find_defect(std::string_view device, function operation, std::string_view type) {
    const auto found = std::ranges::find_if(defects, [&](const driver_defect& defect) {
        return device.find(defect.device) != std::string_view::npos && defect.which == operation && defect.type == type;
    });
    return found == defects.end() ? nullptr : &*found;
}

}  // namespace ingot::testing
