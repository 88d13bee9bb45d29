// A backend as a person reads it; to_string() is how it is typed.
#pragma once

#include <ingot/ingot.hpp>
#include <string_view>

namespace ingot::shell {

inline std::string_view backend_title(backend of) {
    switch (of) {
        case backend::cuda:
            return "CUDA";
        case backend::opencl:
            return "OpenCL";
        case backend::metal:
            return "Metal";
        case backend::cpu_debug:
            return "CPU debug";
    }
    return {};
}

}  // namespace ingot::shell
