// The pressure of a flow in the plane, by multigrid on a device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <vector>

#include "fluid_advection.kernels.hpp"
#include "fluid_forces.kernels.hpp"
#include "fluid_pressure.kernels.hpp"
#include "plane_grid.hpp"
#include "pressure_level.hpp"

namespace ingot::samples::fluid {

/// The programs of a flow, built once for a device.
struct flow_kernels {
    explicit flow_kernels(const device& device) : advection(device), forces(device), pressure(device) {}
    fluid_advection_program advection;
    fluid_forces_program forces;
    fluid_pressure_program pressure;
};

/// Work-items of a group for kernels over cells and faces.
inline constexpr uint32_t group_width = 32;
inline constexpr uint32_t group_height = 4;

/// The width and height of a grid are multiples of this, so that there are coarser grids.
inline constexpr uint32_t size_step = 16;

/// Solves the equations of fluid_pressure.kernels.cpp on a grid and on its coarser ones.
class pressure_solver {
public:
    /// Throws error if a size is not a positive multiple of size_step, or if the coarsest grid is too large.
    pressure_solver(const device& device, const plane_grid& grid);

    /// Takes over the obstacles and the sides of the grid: makes openness() and its coarser forms. `solid` has a number for each
    /// cell, 0 for fluid.
    void set_obstacles(queue& queue, const flow_kernels& kernels, const plane_grid& grid, const device_buffer<uint32_t>& solid);

    /// Makes a velocity free of divergence by so many V-cycles. They start from `kept` times the pressure of the last call.
    void project(queue& queue, const flow_kernels& kernels, device_buffer<float2>& faces, uint32_t cycles, float kept);
    /// Improves pressure() by V-cycles, for the right side that is in right_side().
    void solve(queue& queue, const flow_kernels& kernels, uint32_t cycles);

    /// How open each face of the finest grid is.
    const device_buffer<float2>& openness() const { return levels_.front().openness; }
    /// q = Δt p / (ρ h) in each cell, in metres a second.
    device_buffer<float>& pressure() { return levels_.front().q; }
    const device_buffer<float>& pressure() const { return levels_.front().q; }
    device_buffer<float>& right_side() { return levels_.front().rhs; }
    const device_buffer<float>& right_side() const { return levels_.front().rhs; }
    size_t levels() const { return levels_.size(); }

private:
    struct grid_level {
        grid_level(const device& device, const pressure_level& level);
        pressure_level size;
        device_buffer<float> q;
        device_buffer<float> rhs;
        device_buffer<float2> openness;
    };

    class cycle;

    std::vector<grid_level> levels_;
};

}  // namespace ingot::samples::fluid
