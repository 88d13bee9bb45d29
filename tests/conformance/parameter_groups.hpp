// A struct of values that the kernels of parameter_groups.kernels.cpp and the host share.
#pragma once

#include <array>
#include <cstdint>

namespace parameter_groups {

struct step {
    float seconds = 0;
    uint32_t count = 0;
};

}  // namespace parameter_groups
