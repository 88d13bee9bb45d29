// Matrices in local memory, and their products: 128 work-items multiply two of them while they compute on.
//
// Products of matrices of `half` are fastest in this form on GPUs that have instructions for it: on CUDA devices of compute
// capability 9.0 (ingotc --arch sm_90a) the tensor cores read both operands from local memory by themselves ("PTX ISA",
// wgmma.mma_async). On devices of compute capability 8.0 and later (--arch sm_80) the work-items load the operands into
// registers, as those of matrix_tile.hpp, and every other device, and every other type, computes the product by loops. The
// interface is the same:
//
//     const local_buffer<local_matrix<half, 64, 64>, 1> left;
//     const local_buffer<local_matrix<half, 64, 128>, 1> right;
//     matrix_tile<float, 64, 128, matrix_use::accumulator, 128> sums;
//     sums.fill(0.0f);
//     work_group_copy_matrix<128>(left[0], a, a_stride);
//     work_group_copy_matrix<128>(right[0], b, b_stride);
//     work_group_wait_for_matrices();
//     start_multiply_add(left[0], 0, right[0], 0, sums);  // sums += left * right
//     wait_for_products(sums);
//     sums.store(result, result_stride);
//
// The accumulator belongs to 128 work-items of a group whose indices follow each other (x first, then y, then z), the first of
// which is a multiple of 128. The number of work-items in the group is a multiple of 128, and all 128 make the same calls.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/group_algorithms.hpp>
#include <ingot/language/half.hpp>
#include <ingot/language/matrix_tile.hpp>
#include <ingot/language/target_feature.hpp>
#include <ingot/language/work_group_copy.hpp>
#include <type_traits>

namespace ingot {

namespace detail {

// The bytes of a part of a line, of the pieces that are exchanged in it, and of the lines between which the order of the pieces
// differs.
inline constexpr uint32_t panel_bytes = 128;
inline constexpr uint32_t piece_bytes = 16;
inline constexpr uint32_t lines_of_group = 8;

template <typename T, uint32_t line_length, uint32_t lines>
concept local_matrix_shape = tile_number<T> && sizeof(T) <= 8 && line_length > 0 && lines > 0 &&
                             line_length % (panel_bytes / sizeof(T)) == 0 && lines % lines_of_group == 0;

}  // namespace detail

/// A matrix in local memory. It is the element type of a local_buffer, plain data with the alignment that tensor cores need. The
/// rows of a row_major matrix have a multiple of 128 bytes, 64 `half` numbers, and it has a multiple of 8 rows. The columns of a
/// column_major matrix have a multiple of 128 bytes, and it has a multiple of 8 columns.
///
/// The order of its elements in memory lets work-items and tensor cores read rows and columns without conflicts of memory banks:
/// the lines (rows or columns) are divided into panels of 128 bytes. A panel holds its part of all lines, one after another. In
/// each line, the pieces of 16 bytes are exchanged: piece i is at place i ^ (line % 8). ("PTX ISA", 128-byte swizzle.)
template <typename T, uint32_t rows, uint32_t columns, matrix_layout layout = matrix_layout::row_major>
    requires detail::local_matrix_shape<T, layout == matrix_layout::row_major ? columns : rows,
                                        layout == matrix_layout::row_major ? rows : columns>
class alignas(detail::panel_bytes* detail::lines_of_group) local_matrix {
public:
    using value_type = T;

    /// Returns an element.
    T& operator()(uint32_t row, uint32_t column) {
        return elements_[layout == matrix_layout::row_major ? index_of(row, column) : index_of(column, row)];
    }
    const T& operator()(uint32_t row, uint32_t column) const {
        return elements_[layout == matrix_layout::row_major ? index_of(row, column) : index_of(column, row)];
    }

    // What follows is for the functions below: the order of the elements.
    static constexpr uint32_t line_length = layout == matrix_layout::row_major ? columns : rows;
    static constexpr uint32_t lines = layout == matrix_layout::row_major ? rows : columns;
    static constexpr uint32_t panel_length = detail::panel_bytes / sizeof(T);
    static constexpr uint32_t piece_length = detail::piece_bytes / sizeof(T);
    static constexpr uint32_t panel_elements = lines * panel_length;

    /// Returns the index in memory of the element at `place` in `line`.
    static constexpr uint32_t index_of(uint32_t line, uint32_t place) {
        const uint32_t piece = place % panel_length / piece_length ^ line % detail::lines_of_group;
        return place / panel_length * panel_elements + line * panel_length + piece * piece_length + place % piece_length;
    }
    T* data() { return elements_; }
    const T* data() const { return elements_; }

private:
    T elements_[rows * columns];
};

/// Starts to copy a whole matrix from a buffer to local memory. All work-items of the group pass the same arguments. The layout
/// of both matrices is that of `to`. `stride` is the number of elements from the beginning of a row (for column_major, a column)
/// to the beginning of the next. `from` and the stride in bytes are multiples of 16.
///
/// `group_items` is the number of work-items in each group of the launch. The copy goes on while the group computes, as
/// work_group_copy() does: until work_group_wait_for_matrices(), no work-item may access `to`, and a product that reads `to` must
/// have been waited for by all work-items, which a barrier or another wait then separates from this call.
template <uint32_t group_items, typename T, uint32_t rows, uint32_t columns, matrix_layout layout>
[[gnu::always_inline]] inline void work_group_copy_matrix(local_matrix<T, rows, columns, layout>& to,
                                                          const std::type_identity_t<T>* from, size_t stride) {
    using matrix = local_matrix<T, rows, columns, layout>;
    detail::check_alignment<detail::piece_bytes>(from);
    detail::check_alignment<detail::piece_bytes>(from + stride);
    const uint32_t item = detail::item_of_group<group_items>();
    constexpr uint32_t pieces_of_line = matrix::line_length / matrix::piece_length;
    constexpr uint32_t pieces = pieces_of_line * matrix::lines;
    const auto copy = [&](uint32_t line, uint32_t piece) {
        T* const target = to.data() + matrix::index_of(line, piece * matrix::piece_length);
        const T* const source = from + line * stride + piece * matrix::piece_length;
#if defined(INGOT_DEVICE)
        if (detail::target_has(detail::target_feature::copies_asynchronously))
            return ingot_device_copy_to_local(target, source, detail::piece_bytes);
#endif
        for (uint32_t i = 0; i < matrix::piece_length; ++i) target[i] = source[i];
    };
    // The usual case has its own loop, in which the piece is the same in all steps, and the lines are in steady distances.
    if constexpr (group_items % (pieces_of_line * detail::lines_of_group) == 0 && pieces % group_items == 0) {
        const uint32_t own_line = item / pieces_of_line;
#if defined(INGOT_DEVICE)
#pragma unroll
#endif
        for (uint32_t line = 0; line < matrix::lines; line += group_items / pieces_of_line)
            copy(line + own_line, item % pieces_of_line);
    } else {
        for (uint32_t i = item; i < pieces; i += group_items) copy(i / pieces_of_line, i % pieces_of_line);
    }
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::copies_asynchronously)) ingot_device_end_copy();
#endif
}

/// Waits until the data of all copies that the work-group has started, except of the `newest` newest calls of
/// work_group_copy_matrix and the functions of work_group_copy.hpp, is in local memory. This is a local_barrier(), too:
/// afterwards every work-item of the group, and products that it starts, see the data, and what the work-items have written to
/// the elements of a local_matrix.
template <uint32_t newest = 0>
void work_group_wait_for_matrices() {
#if defined(INGOT_DEVICE)
    if (detail::target_has(detail::target_feature::copies_asynchronously)) ingot_device_wait_for_copies(newest);
    if (detail::target_has(detail::target_feature::multiplies_local_matrices)) ingot_device_show_local_writes();
#endif
    local_barrier();
}

namespace detail {

// The products of matrices in local memory. It has access to the elements of an accumulator.
struct wide_product {
    // The rows that 128 work-items multiply by one instruction, and the most columns.
    static constexpr uint32_t block_rows = wide_tile_items / 2;
    static constexpr uint32_t max_columns = 256;

    template <typename C, uint32_t m, uint32_t n>
    static auto& elements_of(matrix_tile<C, m, n, matrix_use::accumulator, wide_tile_items>& sums) {
        return sums.elements_;
    }

#if defined(INGOT_DEVICE)
    // Starts one product for each 64 rows.
    template <typename A, typename B, uint32_t k, matrix_layout of_a, matrix_layout of_b, uint32_t m, uint32_t n>
    [[gnu::always_inline]] static void start(const A& left, uint32_t row, const B& right, uint32_t column,
                                             matrix_tile<float, m, n, matrix_use::accumulator, wide_tile_items>& sums) {
        constexpr uint32_t transposed = (of_a == matrix_layout::row_major ? 0 : 1) | (of_b == matrix_layout::row_major ? 2 : 0);
        // The lines of an operand run along the depth, or along the rows or columns of the product.
        const half* const first_right =
            right.data() +
            (of_b == matrix_layout::row_major ? column / B::panel_length * B::panel_elements : column * B::panel_length);
        for_each_index<m / block_rows>([&](uint32_t block) {
            const uint32_t first_row = row + block * block_rows;
            const half* const first_left =
                left.data() + (of_a == matrix_layout::row_major ? first_row * A::panel_length
                                                                : first_row / A::panel_length * A::panel_elements);
            ingot_device_start_product(&sums.elements_[block * (block_rows * n / wide_tile_items)], first_left, first_right, n, k,
                                       transposed, A::panel_elements * sizeof(half), B::panel_elements * sizeof(half));
        });
    }

    // Multiplies by blocks of 16 by 16 that the work-items load into registers. Each 32 work-items multiply 16 rows of each 64.
    template <typename A, typename B, uint32_t k, matrix_layout of_a, matrix_layout of_b, uint32_t m, uint32_t n>
    [[gnu::always_inline]] static void multiply_in_registers(
        const A& left, uint32_t row, const B& right, uint32_t column,
        matrix_tile<float, m, n, matrix_use::accumulator, wide_tile_items>& sums) {
        const uint32_t item = item_of_tile<wide_tile_items>();
        const uint32_t quarter = item % matrix_tile_items / 8;
        using operand_a = tile_operand<half, block_size, block_size, matrix_use::a>;
        using operand_b = tile_operand<half, block_size, block_size, matrix_use::b>;
        // Loads a block whose first element is at `line` (a row of A, a column of B) and `place`. Each work-item passes the
        // address of eight neighbours in memory (see matrix_tile::load_blocks).
        const auto load = [&]<typename M, typename O, bool are_contiguous>(const M& matrix, uint32_t line, uint32_t place) {
            const uint32_t own_line = line + O::line_of_quarter(quarter) + (are_contiguous ? item % 8 : 0);
            const uint32_t own_place = place + O::place_of_quarter(quarter) + (are_contiguous ? 0 : item % 8);
            return ingot_device_load_half_block(
                matrix.data() + (are_contiguous ? M::index_of(own_line, own_place) : M::index_of(own_place, own_line)),
                are_contiguous ? 0 : 1);
        };
        for (uint32_t place = 0; place < k; place += block_size) {
            for_each_index<m / block_rows>([&](uint32_t block) {
                const ingot_device_four_words a = load.template operator()<A, operand_a, of_a == matrix_layout::row_major>(
                    left, row + block * block_rows + item / matrix_tile_items * block_size, place);
                for_each_index<n / block_size>([&](uint32_t index) {
                    const ingot_device_four_words b = load.template operator()<B, operand_b, of_b != matrix_layout::row_major>(
                        right, column + index * block_size, place);
                    for_each_index<2>([&](uint32_t part) {
                        float* const own = &sums.elements_[(block * (n / block_size) + index) * block_elements + part * 4];
                        const ingot_device_four_floats result = ingot_device_multiply_half_blocks(
                            ingot_device_four_floats {own[0], own[1], own[2], own[3]}, a, b[part * 2], b[part * 2 + 1]);
                        for (uint32_t element = 0; element < 4; ++element) own[element] = result[element];
                    });
                });
            });
        }
    }
#endif
};

}  // namespace detail

/// Starts to add a product to `sums`: the rows of `left` that begin with number `row`, times the columns of `right` that begin
/// with number `column`. `sums` has as many rows and columns as are multiplied. `row` and `column` are multiples of 64, so are
/// the rows of `sums`, and it has at most 256 columns. Until wait_for_products(), no work-item may access `sums`, except to start
/// a further product with it, or write `left` and `right`.
///
/// Matrices of half are multiplied with sums in float, and others in the type of the sums. As those of matrix_tile, the last bits
/// of a result can differ between devices.
template <typename A, typename B, typename C, uint32_t a_rows, uint32_t k, uint32_t b_columns, matrix_layout of_a,
          matrix_layout of_b, uint32_t m, uint32_t n>
    requires detail::tile_product<A, B, C>
[[gnu::always_inline]] inline void start_multiply_add(const local_matrix<A, a_rows, k, of_a>& left, uint32_t row,
                                                      const local_matrix<B, k, b_columns, of_b>& right, uint32_t column,
                                                      matrix_tile<C, m, n, matrix_use::accumulator, wide_tile_items>& sums) {
    static_assert(m <= a_rows && n <= b_columns, "the sums have more rows or columns than the matrices");
    static_assert(n <= detail::wide_product::max_columns, "the sums of a product in local memory have at most 256 columns");
    static_assert(k % detail::block_size == 0, "the matrices are multiplied along a multiple of 16 columns and rows");
#if !defined(INGOT_DEVICE)
    assert(row % 64 == 0 && row + m <= a_rows && column % 64 == 0 && column + n <= b_columns &&
           "start_multiply_add multiplies rows and columns that begin at multiples of 64, and are in the matrices");
#endif
#if defined(INGOT_DEVICE)
    if constexpr (std::same_as<A, half>) {
        using product = detail::wide_product;
        using left_type = local_matrix<A, a_rows, k, of_a>;
        using right_type = local_matrix<B, k, b_columns, of_b>;
        if (detail::target_has(detail::target_feature::multiplies_local_matrices))
            return product::start<left_type, right_type, k, of_a, of_b>(left, row, right, column, sums);
        if (detail::has_tensor_cores())
            return product::multiply_in_registers<left_type, right_type, k, of_a, of_b>(left, row, right, column, sums);
    }
#endif
    sums.for_each([&](C& value, uint32_t own_row, uint32_t own_column) {
        C sum = value;
        for (uint32_t place = 0; place < k; ++place)
            sum += static_cast<C>(left(row + own_row, place)) * static_cast<C>(right(place, column + own_column));
        value = sum;
    });
}

/// Waits until all products that were started with `sums`, except of the `newest` newest calls of start_multiply_add(), are
/// added. With `newest` 0, the work-items can use `sums` afterwards. With 1, a loop goes on while its newest product is computed,
/// and knows that this work-item's 128 no longer read the matrices of the product before it. The 128 work-items do not wait for
/// each other.
template <uint32_t newest = 0, typename C, uint32_t m, uint32_t n>
[[gnu::always_inline]] inline void wait_for_products(
    [[maybe_unused]] matrix_tile<C, m, n, matrix_use::accumulator, wide_tile_items>& sums) {
#if defined(INGOT_DEVICE)
    if constexpr (std::same_as<C, float>)
        if (detail::target_has(detail::target_feature::multiplies_local_matrices)) {
            auto& elements = detail::wide_product::elements_of(sums);
            ingot_device_wait_for_products(elements.data(), static_cast<uint32_t>(elements.size()),
                                           newest * (m / detail::wide_product::block_rows));
        }
#endif
}

}  // namespace ingot
