// The plans by which the kernel divides a product of matrices into tiles.
#pragma once

#include <cstdint>

namespace ingot::bench {

/// How work-groups divide a product C = A * B. Each group computes a tile of C, and goes along `depth` columns of A and rows
/// of B in each step.
struct product_plan {
    uint32_t rows;          ///< of the tile of C that a group computes
    uint32_t columns;       ///< of this tile
    uint32_t depth;         ///< columns of A and rows of B in a step
    uint32_t item_rows;     ///< of the part of the tile that 32 work-items compute
    uint32_t item_columns;  ///< of this part
    uint32_t stages;        ///< tiles of A and B in local memory: one is used while the others are loaded
    uint32_t band;          ///< rows of tiles that groups compute together, column after column

    constexpr uint32_t group_size() const { return rows / item_rows * (columns / item_columns) * 32; }
    // Eight more elements than a row has: rows begin in different banks of local memory, and at multiples of 16 bytes.
    constexpr uint32_t left_stride() const { return depth + 8; }
    constexpr uint32_t right_stride() const { return columns + 8; }
    constexpr uint32_t left_elements() const { return rows * left_stride(); }
    constexpr uint32_t stage_elements() const { return left_elements() + depth * right_stride(); }
    constexpr uint32_t local_elements() const { return stages * stage_elements(); }
    friend constexpr bool operator==(const product_plan&, const product_plan&) = default;
};

inline constexpr product_plan plans[] {
    {128, 128, 64, 64, 64, 3, 16}, {128, 256, 32, 64, 64, 4, 12}, {128, 256, 64, 64, 64, 3, 16},
    {128, 256, 64, 64, 64, 4, 11}, {256, 128, 64, 64, 64, 4, 8},
};

}  // namespace ingot::bench
