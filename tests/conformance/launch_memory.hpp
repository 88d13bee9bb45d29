// The results of one work-group of a kernel with several blocks of local memory, for kernels and host.
#pragma once

#include <cstdint>

namespace launch_memory {

struct sums {
    double numbers = 0;
    float vectors = 0;
    uint32_t bytes = 0;
    uint32_t fixed = 0;
};

}  // namespace launch_memory
