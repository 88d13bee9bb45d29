// The pressure of a flow in space, by multigrid on a device.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <vector>

#include "openness.hpp"
#include "smoke_advection.kernels.hpp"
#include "smoke_forces.kernels.hpp"
#include "smoke_pressure.kernels.hpp"
#include "space_grid.hpp"

namespace ingot::samples::smoke {

/// The programs of a flow, built once for a device.
struct space_kernels {
    explicit space_kernels(const device& device) : advection(device), forces(device), pressure(device) {}
    smoke_advection_program advection;
    smoke_forces_program forces;
    smoke_pressure_program pressure;
};

/// Work-items of a group for kernels over cells and faces.
inline constexpr uint32_t group_width = 32;
inline constexpr uint32_t group_height = 4;
inline constexpr uint32_t group_depth = 1;

inline range groups_over(uint32_t width, uint32_t height, uint32_t depth) {
    return range(width, height, depth).groups_of(group_width, group_height, group_depth);
}

/// Solves the equations of smoke_pressure.kernels.cpp on a grid and on its coarser ones.
class space_pressure {
public:
    /// Throws error if the coarsest grid has too many cells.
    space_pressure(const device& device, const space_grid& grid);

    /// Takes over the obstacles and the sides of the grid: makes openness() and its coarser forms. `distances` has the distance
    /// of each cell from the obstacles, negative in them.
    void set_obstacles(queue& queue, const space_kernels& kernels, const space_grid& grid, const device_buffer<float>& distances);

    /// Makes a velocity free of divergence by so many V-cycles. They start from `kept` times the pressure of the last call.
    void project(queue& queue, const space_kernels& kernels, const space_grid& grid, device_buffer<float>& faces, uint32_t cycles,
                 float kept);
    /// Improves pressure() by V-cycles, for the right side that is in right_side().
    void solve(queue& queue, const space_kernels& kernels, uint32_t cycles);

    /// How open the faces of each cell are, as openness.hpp says.
    const device_buffer<uint32_t>& openness() const { return levels_.front().openness; }
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
        device_buffer<uint32_t> openness;
    };
    class cycle;

    std::vector<grid_level> levels_;
};

}  // namespace ingot::samples::smoke
