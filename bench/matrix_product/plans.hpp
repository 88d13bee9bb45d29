// The plans by which the kernel divides a product of matrices into tiles.
#pragma once

#include <cstdint>
#include <ingot/language/local_matrix.hpp>

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
    constexpr uint32_t local_bytes() const { return local_elements() * 2; }
    friend constexpr bool operator==(const product_plan&, const product_plan&) = default;
};

inline constexpr product_plan plans[] {
    {128, 128, 64, 64, 64, 3, 16}, {128, 256, 32, 64, 64, 4, 12}, {128, 256, 64, 64, 64, 3, 16},
    {128, 256, 64, 64, 64, 4, 11}, {256, 128, 64, 64, 64, 4, 8},
};

/// How work-groups divide a product whose operands are multiplied in local memory (local_matrix). Each 128 work-items compute
/// a part of 64 rows of the group's tile.
struct local_product_plan {
    uint32_t rows;     ///< of the tile of C that a group computes, a multiple of 64
    uint32_t columns;  ///< of this tile
    uint32_t depth;    ///< columns of A and rows of B in a step
    uint32_t stages;   ///< matrices of A and B in local memory: two are multiplied while the others are loaded
    uint32_t band;     ///< rows of tiles that groups compute together, column after column

    constexpr uint32_t group_size() const { return rows / 64 * 128; }
    constexpr uint32_t stage_bytes() const { return (rows + columns) * depth * 2; }
    constexpr uint32_t local_bytes() const { return stages * stage_bytes(); }
    friend constexpr bool operator==(const local_product_plan&, const local_product_plan&) = default;
};

/// The matrices that one step multiplies.
template <uint32_t rows, uint32_t columns, uint32_t depth>
struct product_stage {
    local_matrix<half, rows, depth> left;
    local_matrix<half, depth, columns> right;
};

/// The unit in which a launch gives local memory for stages, because a parameter's type cannot depend on the plan. Its size and
/// alignment are the alignment of a local_matrix.
using stage_unit = local_matrix<half, 8, 64>;

inline constexpr local_product_plan local_plans[] {
    {128, 256, 64, 4, 16}, {128, 256, 64, 4, 8},  {128, 256, 64, 4, 11},
    {256, 128, 64, 4, 8},  {128, 128, 64, 6, 16}, {64, 256, 64, 5, 16},
};

}  // namespace ingot::bench
