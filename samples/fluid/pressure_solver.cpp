#include "pressure_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "v_cycle.hpp"

namespace ingot::samples::fluid {

namespace {

constexpr uint32_t smallest_side = 4;  // cells of the coarsest grid

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

/// The work of v_cycle().
class pressure_solver::cycle {
public:
    cycle(queue& queue, const fluid_pressure_program& kernels, std::vector<grid_level>& grids)
        : queue_(queue), kernels_(kernels), grids_(grids) {}

    size_t levels() const { return grids_.size(); }
    void relax(size_t index, uint32_t colour) {
        grid_level& level = grids_[index];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        const range half = range((level.size.width + 1) / 2, level.size.height).groups_of(group_width, group_height);
        queue_.run(kernels_.relax, half, level.q, level.rhs, level.openness, colour, level.size);
    }
    void restrict_residual(size_t index) {
        const grid_level& level = grids_[index];
        grid_level& coarse = grids_[index + 1];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        queue_.run(kernels_.restrict_residual, cells_of(coarse.size), level.q, level.rhs, level.openness, coarse.rhs, coarse.q,
                   level.size);
    }
    void add_correction(size_t index) {
        grid_level& level = grids_[index];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        const grid_level& coarse = grids_[index + 1];
        queue_.run(kernels_.add_correction, cells_of(level.size), level.q, coarse.q, coarse.openness, level.size);
    }
    void solve_coarsest() {
        grid_level& level = grids_.back();  // NOLINT(misc-const-correctness): the kernel writes its buffers
        const over_relaxation best = best_over_relaxation(std::max(level.size.width, level.size.height));
        queue_.run(kernels_.solve_coarsest, range(coarse_group_size).groups_of(coarse_group_size), level.q, level.rhs,
                   level.openness, level.size, best.sweeps, best.factor);
    }

private:
    queue& queue_;
    const fluid_pressure_program& kernels_;
    std::vector<grid_level>& grids_;
};

void pressure_solver::solve(queue& queue, const flow_kernels& kernels, uint32_t cycles) {
    cycle work(queue, kernels.pressure, levels_);
    for (uint32_t i = 0; i < cycles; ++i) v_cycle(work, 0);
}

}  // namespace ingot::samples::fluid
