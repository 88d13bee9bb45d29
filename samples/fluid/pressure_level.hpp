// A grid of the multigrid solver, shared by the kernels and the host.
#pragma once

#include <cstdint>

namespace ingot::samples::fluid {

struct pressure_level {
    uint32_t width = 0;   ///< cells
    uint32_t height = 0;  ///< cells
};

inline constexpr uint32_t coarse_group_size = 128;
inline constexpr uint32_t most_coarse_cells = 4096;  ///< 16 KiB of local memory

}  // namespace ingot::samples::fluid
