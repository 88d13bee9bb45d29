// A grid of the multigrid solver, shared by the kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fluid {

struct pressure_level {
    uint32_t width = 0;   ///< cells
    uint32_t height = 0;  ///< cells
};

inline constexpr uint32_t coarse_group_size = 128;
inline constexpr uint32_t most_coarse_cells = 4096;  ///< 16 KiB of local memory

/// What measure_columns() adds up in a column of cells.
struct column_measures {
    float4 ink {};                  ///< sum of the concentrations
    float residual_squared = 0.0f;  ///< of what is left of the pressure's equation, (m/s)²
    float before_squared = 0.0f;    ///< of the velocities out of the cells before the projection, (m/s)²
    float after_squared = 0.0f;     ///< of the velocities out of the cells after it, (m/s)²
    float energy = 0.0f;            ///< sum of half of the squared speeds, (m/s)²
    float fastest = 0.0f;           ///< square of the largest speed, (m/s)²
    float fluid_cells = 0.0f;
    float2 unused {};
};

}  // namespace ingot::samples::fluid
