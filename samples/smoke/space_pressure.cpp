#include "space_pressure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../fluid/v_cycle.hpp"

namespace ingot::samples::smoke {

namespace {

constexpr uint32_t smallest_side = 3;  // cells of the coarsest grid

range over(const pressure_level& level) { return groups_over(level.width, level.height, level.depth); }

bool can_be_halved(const pressure_level& level) {
    const auto has_half = [](uint32_t side) { return side % 2 == 0 && side / 2 >= smallest_side; };
    return has_half(level.width) && has_half(level.height) && has_half(level.depth);
}

}  // namespace

space_pressure::grid_level::grid_level(const device& device, const pressure_level& level)
    : size(level), q(device, level.cells()), rhs(device, level.cells()), openness(device, level.cells()) {}

space_pressure::space_pressure(const device& device, const space_grid& grid) {
    pressure_level coarsest {grid.width, grid.height, grid.depth};
    while (can_be_halved(coarsest)) coarsest = coarsest.halved();
    if (coarsest.cells() > most_coarse_cells)
        throw error(
            fmt::format("a grid of {} x {} x {} cells: its coarsest grid has {} x {} x {}, more than {} cells; choose sizes that "
                        "can be halved more often, such as multiples of 32",
                        grid.width, grid.height, grid.depth, coarsest.width, coarsest.height, coarsest.depth, most_coarse_cells));
    pressure_level level {grid.width, grid.height, grid.depth};
    levels_.emplace_back(device, level);
    while (can_be_halved(level)) {
        level = level.halved();
        levels_.emplace_back(device, level);
    }
}

void space_pressure::set_obstacles(queue& queue, const space_kernels& kernels, const space_grid& grid,
                                   const device_buffer<float>& distances) {
    queue.run(kernels.forces.find_openness, over(levels_.front().size), distances, levels_.front().openness, grid);
    for (size_t i = 0; i + 1 < levels_.size(); ++i)
        queue.run(kernels.pressure.coarsen_openness, over(levels_[i + 1].size), levels_[i].openness, levels_[i + 1].openness,
                  levels_[i].size);
}

void space_pressure::project(queue& queue, const space_kernels& kernels, const space_grid& grid, device_buffer<float>& faces,
                             uint32_t cycles, float kept) {
    grid_level& finest = levels_.front();  // NOLINT(misc-const-correctness): the kernel writes its buffers
    queue.run(kernels.pressure.measure_divergence, over(finest.size), faces, finest.openness, finest.rhs, finest.q, kept, grid);
    solve(queue, kernels, cycles);
    queue.run(kernels.pressure.subtract_gradient, groups_over(grid.width + 1, grid.height + 1, grid.depth + 1), faces, finest.q,
              finest.openness, grid);
}

/// The work of v_cycle().
class space_pressure::cycle {
public:
    cycle(queue& queue, const smoke_pressure_program& kernels, std::vector<grid_level>& grids)
        : queue_(queue), kernels_(kernels), grids_(grids) {}

    size_t levels() const { return grids_.size(); }
    void relax(size_t index, uint32_t colour) {
        grid_level& level = grids_[index];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        queue_.run(kernels_.relax, groups_over((level.size.width + 1) / 2, level.size.height, level.size.depth), level.q,
                   level.rhs, level.openness, colour, level.size);
    }
    void restrict_residual(size_t index) {
        const grid_level& level = grids_[index];
        grid_level& coarse = grids_[index + 1];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        queue_.run(kernels_.restrict_residual, over(coarse.size), level.q, level.rhs, level.openness, coarse.rhs, coarse.q,
                   level.size);
    }
    void add_correction(size_t index) {
        grid_level& level = grids_[index];  // NOLINT(misc-const-correctness): the kernel writes its buffers
        const grid_level& coarse = grids_[index + 1];
        queue_.run(kernels_.add_correction, over(level.size), level.q, coarse.q, coarse.openness, level.size);
    }
    void solve_coarsest() {
        grid_level& level = grids_.back();  // NOLINT(misc-const-correctness): the kernel writes its buffers
        const auto best = fluid::best_over_relaxation(std::max({level.size.width, level.size.height, level.size.depth}));
        queue_.run(kernels_.solve_coarsest, range(coarse_group_size).groups_of(coarse_group_size), level.q, level.rhs,
                   level.openness, level.size, best.sweeps, best.factor);
    }

private:
    queue& queue_;
    const smoke_pressure_program& kernels_;
    std::vector<grid_level>& grids_;
};

void space_pressure::solve(queue& queue, const space_kernels& kernels, uint32_t cycles) {
    cycle work(queue, kernels.pressure, levels_);
    for (uint32_t i = 0; i < cycles; ++i) fluid::v_cycle(work, 0);
}

}  // namespace ingot::samples::smoke
