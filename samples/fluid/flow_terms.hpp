// What flows in the plane and in space share: their sides, transport, forces and sums.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::samples::fluid {

/// What a side of the grid is.
enum class side : uint32_t {
    wall,    ///< nothing flows through it
    inflow,  ///< fluid enters with the grid's inflow; only the left side
    open,    ///< fluid leaves and enters freely: the pressure there is 0
};

/// How quantities are transported.
enum class transport { maccormack, semi_lagrangian };

/// The forces that act within the fluid.
struct flow_forces {
    float confinement = 0.0f;  ///< strength ε of the vorticity confinement, dimensionless
    float buoyancy = 0.0f;     ///< upward acceleration for a temperature of 1, m/s²
    float weight = 0.0f;       ///< downward acceleration for a concentration of 1, m/s²
};

/// What a kernel adds up in a column of cells.
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

/// Sums over a flow. A cell's measure is its area in the plane, and its volume in space.
struct flow_measures {
    double ink[4] {};                ///< integral of the three pigments and the temperature, m² or m³
    double residual = 0.0;           ///< what is left of the pressure's equation, root mean square as a share of its right side's
    double divergence_before = 0.0;  ///< before the projection, root mean square, 1/s
    double divergence_after = 0.0;   ///< after the projection
    double energy = 0.0;             ///< kinetic energy per density (and depth, in the plane), m⁴/s² or m⁵/s²
    double fastest = 0.0;            ///< the largest speed, m/s
};

/// Adds up columns. `cell` is the side of a cell in metres, `measure` its area or volume.
flow_measures sum_of(std::span<const column_measures> columns, double cell, double measure);

}  // namespace ingot::samples::fluid
