// Groups of buffers that are parameters of kernels.
#pragma once

#include <array>
#include <cstdint>

namespace parameter_groups {

struct step {
    float seconds = 0;
    uint32_t count = 0;
};

}  // namespace parameter_groups
