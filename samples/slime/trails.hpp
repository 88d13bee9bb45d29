// The arithmetic of trails and food.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>

#include "plane.hpp"

namespace ingot::samples::slime {

/// A cell's row, column, and the ones around them in a plane without borders. Rows are numbers of their first cells.
struct neighbouring_cells {
    uint32_t left = 0;
    uint32_t right = 0;
    uint32_t below = 0;
    uint32_t row = 0;
    uint32_t above = 0;
};

inline neighbouring_cells neighbours_of(uint32_t x, uint32_t y, const slime_plane& plane) {
    return {.left = x > 0 ? x - 1 : plane.width - 1,
            .right = x + 1 < plane.width ? x + 1 : 0,
            .below = (y > 0 ? y - 1 : plane.height - 1) * plane.width,
            .row = y * plane.width,
            .above = (y + 1 < plane.height ? y + 1 : 0) * plane.width};
}

/// A sixteenth of a trail, times the diffusion: what a cell gives to a diagonal neighbour. It is rounded down, and the cell keeps
/// what is left by the rounding, so that nothing is lost and nothing is gained.
inline uint32_t part_of(uint32_t trail, uint32_t diffusion) { return ((min(trail, largest_trail) >> 4) * diffusion) >> 8; }

/// What a trail loses in a step. It is rounded up, so that every trail comes to an end.
inline uint32_t faded(uint32_t trail, uint32_t decay) {
    // In two parts, because the product with the whole trail overflows.
    return (trail >> 12) * decay + (((trail & 0xfff) * decay + 0xfff) >> 12);
}

/// A trail as agents smell it, in 1 / 256. It smells most at `crowding`, and beyond it less and less, so that agents leave veins
/// that are too strong. Limits keep sums with weights from overflowing.
inline int32_t smelled(uint32_t trail, int32_t crowding) {
    const auto strength = static_cast<int32_t>(min(trail >> 4, (1u << 20) - 1));
    return strength <= crowding ? strength : max(2 * crowding - strength, 0);
}

/// The food that a brush leaves at a distance from its middle, in half cells: food_unit (1 - d² / r²)², and 0 outside.
inline int32_t strength_at(int32_t x, int32_t y, const brush_touch& brush) {
    const auto square = static_cast<uint32_t>(x * x + y * y);
    if (square >= static_cast<uint32_t>(brush.radius * brush.radius)) return 0;
    const auto inside = static_cast<int32_t>(1024 - min((square * brush.inverse_square) >> 16, 1024u));
    return (inside * inside) >> 4;
}

/// What measure_rows() finds in a row.
struct row_measures {
    uint32_t upper = 0;
    uint32_t lower = 0;
    uint32_t covered = 0;
};

}  // namespace ingot::samples::slime
