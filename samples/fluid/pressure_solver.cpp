#include "pressure_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ingot::samples::fluid {

namespace {

constexpr int sweeps = 2;                  // of relaxation before and after the coarser grids
constexpr uint32_t smallest_side = 4;      // cells of the coarsest grid
constexpr double coarse_reduction = 1e-4;  // of the error on the coarsest grid

range cells_of(const pressure_level& level) { return range(level.width, level.height).groups_of(group_width, group_height); }
range faces_of(const pressure_level& level) {
    return range(level.width + 1, level.height + 1).groups_of(group_width, group_height);
}

}  // namespace

pressure_solver::grid_level::grid_level(const device& device, const pressure_level& level)
    : size(level),
      q(device, size_t {level.width} * level.height),
      rhs(device, size_t {level.width} * level.height),
      openness(device, (size_t {level.width} + 1) * (size_t {level.height} + 1)) {}

pressure_solver::pressure_solver(const device& device, const plane_grid& grid) {
    if (grid.width == 0 || grid.height == 0 || grid.width % size_step != 0 || grid.height % size_step != 0)
        throw error(
            fmt::format("a grid of {} x {} cells: each size must be a multiple of {}", grid.width, grid.height, size_step));
    pressure_level level {grid.width, grid.height};
    levels_.emplace_back(device, level);
    while (level.width % 2 == 0 && level.height % 2 == 0 && std::min(level.width, level.height) / 2 >= smallest_side) {
        level = {level.width / 2, level.height / 2};
        levels_.emplace_back(device, level);
    }
    if (level.width * level.height > most_coarse_cells)
        throw error(
            fmt::format("a grid of {} x {} cells: its coarsest grid has {} x {}, more than {} cells; choose sizes that "
                        "can be halved more often, such as multiples of 64",
                        grid.width, grid.height, level.width, level.height, most_coarse_cells));
}

void pressure_solver::set_obstacles(queue& queue, const flow_kernels& kernels, const plane_grid& grid,
                                    const device_buffer<uint32_t>& solid) {
    queue.run(kernels.forces.find_openness, faces_of(levels_.front().size), solid, levels_.front().openness, grid);
    for (size_t i = 0; i + 1 < levels_.size(); ++i)
        queue.run(kernels.pressure.coarsen_openness, faces_of(levels_[i + 1].size), levels_[i].openness, levels_[i + 1].openness,
                  levels_[i].size);
}

void pressure_solver::project(queue& queue, const flow_kernels& kernels, device_buffer<float2>& faces, uint32_t cycles,
                              float kept) {
    grid_level& finest = levels_.front();  // NOLINT(misc-const-correctness): the kernel writes its buffers
    queue.run(kernels.pressure.measure_divergence, cells_of(finest.size), faces, finest.openness, finest.rhs, finest.q, kept,
              finest.size);
    solve(queue, kernels, cycles);
    queue.run(kernels.pressure.subtract_gradient, faces_of(finest.size), faces, finest.q, finest.openness, finest.size);
}

void pressure_solver::solve(queue& queue, const flow_kernels& kernels, uint32_t cycles) {
    for (uint32_t i = 0; i < cycles; ++i) cycle(queue, kernels, 0);
}

// Sweeps over both colours. The reversed order after the coarser grids makes the V-cycle symmetric.
void pressure_solver::relax(queue& queue, const flow_kernels& kernels, grid_level& level, bool is_reversed) const {
    const range half = range((level.size.width + 1) / 2, level.size.height).groups_of(group_width, group_height);
    for (int i = 0; i < 2 * sweeps; ++i) {
        const uint32_t colour = (i % 2 == 0) == is_reversed ? 1 : 0;
        queue.run(kernels.pressure.relax, half, level.q, level.rhs, level.openness, colour, level.size);
    }
}

void pressure_solver::cycle(queue& queue, const flow_kernels& kernels, size_t index) {
    grid_level& level = levels_[index];
    if (index + 1 == levels_.size()) {
        // The best factor of over-relaxation and its rate, for a rectangle with walls (Young 1954).
        const double angle = std::numbers::pi / std::max(level.size.width, level.size.height);
        const double factor = 2.0 / (1.0 + std::sin(angle));
        const auto count = static_cast<uint32_t>(std::ceil(std::log(coarse_reduction) / std::log(factor - 1.0)));
        queue.run(kernels.pressure.solve_coarsest, range(coarse_group_size).groups_of(coarse_group_size), level.q, level.rhs,
                  level.openness, level.size, count, static_cast<float>(factor));
        return;
    }
    grid_level& coarse = levels_[index + 1];  // NOLINT(misc-const-correctness): the kernels write its buffers
    relax(queue, kernels, level, false);
    queue.run(kernels.pressure.restrict_residual, cells_of(coarse.size), level.q, level.rhs, level.openness, coarse.rhs, coarse.q,
              level.size);
    cycle(queue, kernels, index + 1);
    queue.run(kernels.pressure.add_correction, cells_of(level.size), level.q, coarse.q, coarse.openness, level.size);
    relax(queue, kernels, level, true);
}

}  // namespace ingot::samples::fluid
