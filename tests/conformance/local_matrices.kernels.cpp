// Kernels that multiply matrices in local memory. Each launch has one work-group.
#include "local_matrices.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;
using namespace local_matrix_shapes;
using enum matrix_layout;

// product = 2 * A * B. Each 128 work-items of the group compute a part of the product.
template <shape size, matrix_layout of_a, matrix_layout of_b>
kernel void multiply_halves(buffer<const half> left, buffer<const half> right, buffer<float> product) {
    const local_buffer<local_matrix<half, size.rows, size.k, of_a>, 1> a;
    const local_buffer<local_matrix<half, size.k, size.columns, of_b>, 1> b;
    matrix_tile<float, size.m, size.n, matrix_use::accumulator, wide_tile_items> sums;
    sums.fill(0.0f);
    work_group_copy_matrix<size.group_size()>(a[0], left.data(), of_a == row_major ? size.k : size.rows);
    work_group_copy_matrix<size.group_size()>(b[0], right.data(), of_b == row_major ? size.columns : size.k);
    work_group_wait_for_matrices();
    const uint32_t part = (local_id.y * local_size.x + local_id.x) / wide_tile_items;
    const uint32_t row = part / size.parts_of_row() * size.m;
    const uint32_t column = part % size.parts_of_row() * size.n;
    start_multiply_add(a[0], row, b[0], column, sums);
    start_multiply_add(a[0], row, b[0], column, sums);
    wait_for_products(sums);
    sums.store(product + row * size.product_columns() + column, size.product_columns());
}
using half_products =
    instances<multiply_halves<shapes[0], row_major, row_major>, multiply_halves<shapes[1], row_major, row_major>,
              multiply_halves<shapes[1], row_major, column_major>, multiply_halves<shapes[1], column_major, row_major>,
              multiply_halves<shapes[1], column_major, column_major>, multiply_halves<shapes[2], row_major, row_major>,
              multiply_halves<shapes[2], column_major, column_major>, multiply_halves<shapes[3], column_major, row_major>>;

// The sum of products of several matrices of 64 rows and columns. They go through three stages: while one product is computed,
// the matrices for the next one are copied. The launch gives the memory, behind that of another parameter. The result is
// converted to half; with a stride that is no multiple of 8, work-items store their elements in another way.
kernel void multiply_in_stages(buffer<const half> left, buffer<const half> right, buffer<half> product, param<uint32_t> stride,
                               local_buffer<float> factor, local_buffer<square_matrix> stages) {
    const auto start_copy = [&](uint32_t step) {
        const size_t first = size_t {min(step, steps - 1)} * 64 * 64;
        work_group_copy_matrix<128>(stages[step % 3 * 2], left + first, 64);
        work_group_copy_matrix<128>(stages[step % 3 * 2 + 1], right + first, 64);
    };
    if (local_id.x < 2) factor[local_id.x] = 0.25f;
    matrix_tile<float, 64, 64, matrix_use::accumulator, wide_tile_items> sums;
    sums.fill(4.0f);
    start_copy(0);
    for (uint32_t step = 0; step < steps; ++step) {
        work_group_wait_for_matrices();
        start_multiply_add(stages[step % 3 * 2], 0, stages[step % 3 * 2 + 1], 0, sums);
        start_copy(step + 1);
        wait_for_products<1>(sums);
    }
    wait_for_products(sums);
    work_group_wait_for_matrices();
    sums.for_each([&](float& value, uint32_t, uint32_t column) { value *= factor[column % 2]; });
    sums.store(product.data(), stride);
}

// Other types are multiplied by loops on all devices.
kernel void multiply_floats(buffer<const float> left, buffer<const float> right, buffer<float> product) {
    const local_buffer<local_matrix<float, 64, 32>, 1> a;
    const local_buffer<local_matrix<float, 32, 64, column_major>, 1> b;
    matrix_tile<float, 64, 64, matrix_use::accumulator, wide_tile_items> sums;
    sums.fill(0.0f);
    work_group_copy_matrix<128>(a[0], left.data(), 32);
    work_group_copy_matrix<128>(b[0], right.data(), 32);
    work_group_wait_for_matrices();
    start_multiply_add(a[0], 0, b[0], 0, sums);
    wait_for_products(sums);
    sums.store<column_major>(product.data(), 64);
}
kernel void multiply_bytes(buffer<const int8_t> left, buffer<const int8_t> right, buffer<int32_t> product) {
    const local_buffer<local_matrix<int8_t, 64, 128>, 1> a;
    const local_buffer<local_matrix<int8_t, 128, 128>, 1> b;
    matrix_tile<int32_t, 64, 128, matrix_use::accumulator, wide_tile_items> sums;
    sums.load(product.data(), 128);
    work_group_copy_matrix<128>(a[0], left.data(), 128);
    work_group_copy_matrix<128>(b[0], right.data(), 128);
    work_group_wait_for_matrices();
    start_multiply_add(a[0], 0, b[0], 0, sums);
    wait_for_products(sums);
    sums.store(product.data(), 128);
}

// Writes the elements of matrices by their places, multiplies them, and reads elements that were copied.
kernel void write_elements(buffer<const half> copied, buffer<float> product, buffer<float> elements) {
    const local_buffer<local_matrix<half, 64, 64>, 1> a;
    const local_buffer<local_matrix<half, 64, 64, column_major>, 1> b;
    const local_buffer<local_matrix<half, 64, 128>, 1> c;
    work_group_copy_matrix<128>(c[0], copied.data(), 128);
    for (uint32_t i = local_id.x; i < 64 * 64; i += 128) {
        a[0](i / 64, i % 64) = half(static_cast<float>(i / 64 % 4));
        b[0](i / 64, i % 64) = half(i / 64 == i % 64 ? 2.0f : 0.0f);
    }
    work_group_wait_for_matrices();
    matrix_tile<float, 64, 64, matrix_use::accumulator, wide_tile_items> sums;
    sums.fill(1.0f);
    start_multiply_add(a[0], 0, b[0], 0, sums);
    wait_for_products(sums);
    sums.store(product.data(), 64);
    for (uint32_t i = local_id.x; i < 64 * 128; i += 128) elements[i] = static_cast<float>(c[0](i / 128, i % 128));
}
