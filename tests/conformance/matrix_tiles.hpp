// Shapes of the products that the kernels and the tests of matrix_tile share.
#pragma once

#include <cstdint>

namespace matrix_tile_shapes {

/// The shape of a product: A has m rows and k columns, B has k rows and n columns.
struct shape {
    uint32_t m, n, k;
    friend constexpr bool operator==(const shape&, const shape&) = default;
};

inline constexpr shape shapes[] {{16, 16, 16}, {32, 48, 64}, {64, 64, 16}};

inline constexpr uint32_t tiles_of_group = 3;  ///< in the kernels that use local memory

}  // namespace matrix_tile_shapes
