// The order of work in a multigrid cycle, in the plane and in space.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace ingot::samples::fluid {

/// A V-cycle (Briggs, Henson and McCormick 2000, "A Multigrid Tutorial") from the grid `index` on. `Grids` has levels(), and
/// relax(index, colour), restrict_residual(index), add_correction(index) and solve_coarsest(). Each sweep of relaxation
/// consists of both colours. Their reversed order after the coarser grids makes the cycle symmetric.
template <typename Grids>
void v_cycle(Grids& grids, size_t index) {
    constexpr int sweeps = 2;
    if (index + 1 == grids.levels()) return grids.solve_coarsest();
    for (int i = 0; i < 2 * sweeps; ++i) grids.relax(index, i % 2 == 0 ? 0u : 1u);
    grids.restrict_residual(index);
    v_cycle(grids, index + 1);
    grids.add_correction(index);
    for (int i = 0; i < 2 * sweeps; ++i) grids.relax(index, i % 2 == 0 ? 1u : 0u);
}

/// How the coarsest grid is solved: by over-relaxation (Young 1954).
struct over_relaxation {
    float factor = 1.0f;
    uint32_t sweeps = 1;
};

/// The best factor for a box with walls whose longest side has so many cells, and the sweeps that leave 1e-4 of the error.
inline over_relaxation best_over_relaxation(uint32_t longest_side) {
    constexpr double reduction = 1e-4;
    const double factor = 2.0 / (1.0 + std::sin(std::numbers::pi / std::max(longest_side, 3u)));
    return {static_cast<float>(factor), static_cast<uint32_t>(std::ceil(std::log(reduction) / std::log(factor - 1.0)))};
}

}  // namespace ingot::samples::fluid
