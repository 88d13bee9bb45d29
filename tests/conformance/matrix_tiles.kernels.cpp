// Kernels that multiply matrices with matrix_tile. Each group of the launch, or each 32 work-items of it, computes one tile.
#include "matrix_tiles.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using namespace matrix_tile_shapes;

// C = A * B + C, for one tile of each, in global memory.
template <typename A, typename B, typename C, shape size, matrix_layout of_a, matrix_layout of_b, matrix_layout of_c>
static void multiply_global(buffer<const A> left, buffer<const B> right, buffer<C> sums) {
    matrix_tile<A, size.m, size.k, matrix_use::a> a;
    matrix_tile<B, size.k, size.n, matrix_use::b> b;
    matrix_tile<C, size.m, size.n> c;
    a.template load<of_a>(left.data(), of_a == matrix_layout::row_major ? size.k : size.m);
    b.template load<of_b>(right.data(), of_b == matrix_layout::row_major ? size.n : size.k);
    constexpr size_t stride = of_c == matrix_layout::row_major ? size.n : size.m;
    c.template load<of_c>(sums.data(), stride);
    multiply_add(a, b, c);
    c.template store<of_c>(sums.data(), stride);
}
template <shape size, matrix_layout of_a, matrix_layout of_b, matrix_layout of_c>
kernel void multiply_halves(buffer<const half> left, buffer<const half> right, buffer<float> sums) {
    multiply_global<half, half, float, size, of_a, of_b, of_c>(left, right, sums);
}
using enum matrix_layout;
using half_products = instances<
    multiply_halves<shapes[0], row_major, row_major, row_major>, multiply_halves<shapes[0], column_major, row_major, row_major>,
    multiply_halves<shapes[0], row_major, column_major, row_major>,
    multiply_halves<shapes[0], row_major, row_major, column_major>, multiply_halves<shapes[1], row_major, row_major, row_major>,
    multiply_halves<shapes[1], column_major, column_major, column_major>,
    multiply_halves<shapes[2], row_major, row_major, row_major>>;

kernel void multiply_floats(buffer<const float> left, buffer<const float> right, buffer<float> sums) {
    multiply_global<float, float, float, shapes[1], row_major, row_major, row_major>(left, right, sums);
}
kernel void multiply_bytes(buffer<const int8_t> left, buffer<const int8_t> right, buffer<int32_t> sums) {
    multiply_global<int8_t, int8_t, int32_t, shapes[1], row_major, row_major, row_major>(left, right, sums);
}
kernel void multiply_floats_to_halves(buffer<const float> left, buffer<const float> right, buffer<half> sums) {
    multiply_global<float, float, half, shapes[0], row_major, row_major, row_major>(left, right, sums);
}

// C = 2 * A * B, with A and B in local memory and C in global memory. Each 32 work-items of the group multiply the same A by
// a tile of B of their own. In local memory, the rows of a row-major matrix and the columns of a column-major matrix are
// padded by 8 elements.
template <shape size, matrix_layout of_a, matrix_layout of_b>
static void multiply_local(buffer<const half> left, buffer<const half> right, buffer<float> sums) {
    constexpr uint32_t group = matrix_tile_items * tiles_of_group;
    constexpr size_t a_stride = (of_a == row_major ? size.k : size.m) + 8;
    constexpr size_t b_stride = (of_b == row_major ? size.n : size.k) + 8;
    constexpr size_t a_rows = of_a == row_major ? size.m : size.k;
    constexpr size_t b_rows = of_b == row_major ? size.k : size.n;
    const local_buffer<half, a_rows * a_stride> a_memory;
    const local_buffer<half, tiles_of_group * b_rows * b_stride> b_memory;
    work_group_copy_rows<group, a_rows, a_stride - 8, 16>(a_memory.data(), a_stride, left.data(), a_stride - 8);
    work_group_copy_rows<group, tiles_of_group * b_rows, b_stride - 8, 16>(b_memory.data(), b_stride, right.data(), b_stride - 8);
    work_group_wait_for_copies();
    const uint32_t tile = (local_id.y * local_size.x + local_id.x) / matrix_tile_items;
    matrix_tile<half, size.m, size.k, matrix_use::a> a;
    matrix_tile<half, size.k, size.n, matrix_use::b> b;
    matrix_tile<float, size.m, size.n> c;
    a.template load_local<of_a>(a_memory.data(), a_stride);
    b.template load_local<of_b>(b_memory.data() + tile * b_rows * b_stride, b_stride);
    c.fill(0.0f);
    multiply_add(a, b, c);
    multiply_add(a, b, c);
    c.store(sums + tile * size.m * size.n, size.n);
}
template <matrix_layout of_a, matrix_layout of_b>
kernel void multiply_halves_in_local_memory(buffer<const half> left, buffer<const half> right, buffer<float> sums) {
    multiply_local<shapes[1], of_a, of_b>(left, right, sums);
}
using local_products =
    instances<multiply_halves_in_local_memory<row_major, row_major>, multiply_halves_in_local_memory<row_major, column_major>,
              multiply_halves_in_local_memory<column_major, row_major>,
              multiply_halves_in_local_memory<column_major, column_major>>;

// Fills tiles, and adds to each element of the product a number that depends on its row and column.
kernel void change_elements(buffer<float> sums) {
    matrix_tile<half, 32, 16, matrix_use::a> a;
    matrix_tile<half, 16, 48, matrix_use::b> b;
    matrix_tile<float, 32, 48> c;
    a.fill(half(2.0f));
    b.fill(half(0.25f));
    c.fill(1.0f);
    multiply_add(a, b, c);  // each element is 1 + 16 * 2 * 0.25
    c.for_each([](float& value, uint32_t row, uint32_t column) { value += static_cast<float>(row * 100 + column); });
    c.store(sums.data(), 48);
}
