// Shapes of the products that the kernels and the tests of local_matrix share.
#pragma once

#include <cstdint>
#include <ingot/language/local_matrix.hpp>

namespace local_matrix_shapes {

/// The shape of a product: A has `rows` rows and k columns, B has k rows and `columns` columns. Each 128 work-items compute a
/// part of m rows and n columns.
struct shape {
    uint32_t m, n, k, rows, columns;
    constexpr uint32_t parts_of_row() const { return n < 64 ? 1 : columns / n; }
    constexpr uint32_t parts() const { return rows / m * parts_of_row(); }
    constexpr uint32_t group_size() const { return parts() * 128; }
    constexpr uint32_t product_columns() const { return n * parts_of_row(); }
    friend constexpr bool operator==(const shape&, const shape&) = default;
};

inline constexpr shape shapes[] {
    {64, 128, 64, 128, 128}, {64, 64, 128, 64, 128}, {128, 64, 64, 128, 128}, {64, 48, 16, 128, 128}};

using square_matrix = ingot::local_matrix<ingot::half, 64, 64>;
inline constexpr uint32_t steps = 5;  ///< of the kernel with several stages

}  // namespace local_matrix_shapes
