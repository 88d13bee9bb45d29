// Tiles of matrices that 32 work-items hold together, and their products: D = A * B + C.
//
// On CUDA devices of compute capability 8.0 and later (ingotc --arch sm_80) the product of `half` tiles with a `float`
// accumulator is computed by the tensor cores ("PTX ISA", mma.sync). Every other device, and every other type, computes it by
// loops. The interface is the same:
//
//     matrix_tile<half, 16, 16, matrix_use::a> a;
//     matrix_tile<half, 16, 16, matrix_use::b> b;
//     matrix_tile<float, 16, 16> sums;
//     sums.fill(0.0f);
//     a.load(left, left_stride);
//     b.load(right, right_stride);
//     multiply_add(a, b, sums);            // sums += a * b
//     sums.store(result, result_stride);
//
// A tile belongs to 32 work-items of a group whose indices follow each other (x first, then y, then z), the first of which is
// a multiple of 32. The number of work-items in a group is a multiple of 32, and all 32 work-items make the same call. They
// need no barrier and no sub-groups: each work-item holds what its part of the product needs. So a tile works on every device,
// whatever the size of its sub-groups is.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/half.hpp>
#include <ingot/language/target_feature.hpp>
#include <ingot/language/work_item.hpp>
#include <type_traits>
#include <utility>

namespace ingot {

/// The place of a tile in the product A * B + C.
enum class matrix_use : uint32_t { a, b, accumulator };

/// The order of a matrix's elements in memory: row after row, or column after column.
enum class matrix_layout : uint32_t { row_major, column_major };

/// The number of work-items that hold a tile together.
inline constexpr uint32_t matrix_tile_items = 32;

/// The number of work-items that hold the accumulator of a product of matrices in local memory (local_matrix.hpp).
inline constexpr uint32_t wide_tile_items = 128;

namespace detail {

// Returns whether this device computes products of half tiles on tensor cores.
inline bool has_tensor_cores() { return target_has(target_feature::multiplies_half_tiles); }

// Calls function(i) for each i from 0 to count - 1. With tensor cores the calls stand one after another in the code, so that
// arrays that i indexes become registers. A device without them gets a loop, which is less code.
//
// This function and those below are always inlined, so that a tile is never in memory, however large a kernel is.
template <typename Function, uint32_t... i>
[[gnu::always_inline]] inline void call_for_all(Function& function, std::integer_sequence<uint32_t, i...>) {
    (function(i), ...);
}
template <uint32_t count, typename Function>
[[gnu::always_inline]] inline void for_each_index(Function function) {
    if (has_tensor_cores())
        call_for_all(function, std::make_integer_sequence<uint32_t, count>());
    else
        for (uint32_t i = 0; i < count; ++i) function(i);
}

// Returns the index of this work-item among those that hold a tile.
template <uint32_t items = matrix_tile_items>
uint32_t item_of_tile() {
    assert(local_size.x * local_size.y * local_size.z % items == 0 &&
           "the number of work-items in a group that uses matrix_tile must be a multiple of those that hold a tile: 32 or 128");
    return ((local_id.z * local_size.y + local_id.y) * local_size.x + local_id.x) % items;
}

// A tile consists of blocks of 16 by 16 elements. In a block of an accumulator each work-item holds 8 elements: those in two
// rows, 8 apart, and in two pairs of columns, 8 apart. This is the layout of mma.m16n8k16 ("PTX ISA"), for two products side
// by side.
inline constexpr uint32_t block_size = 16;
inline constexpr uint32_t block_elements = block_size * block_size / matrix_tile_items;

// The row and the column of the work-item's element `index` in a block.
inline uint32_t row_in_block(uint32_t item, uint32_t index) { return item / 4 + index % 4 / 2 * 8; }
inline uint32_t column_in_block(uint32_t item, uint32_t index) { return item % 4 * 2 + index / 4 * 8 + index % 2; }

struct wide_product;  // in local_matrix.hpp

template <typename T>
concept tile_number = std::is_arithmetic_v<T> || std::same_as<T, half>;
template <uint32_t size>
concept multiple_of_16 = size > 0 && size % block_size == 0;
// Types of a product. Tensor cores hold half tiles in a layout that only products with sums in float can read.
template <typename A, typename B, typename C>
concept tile_product = (std::same_as<A, half> && std::same_as<B, half> && std::same_as<C, float>) ||
                       (!std::same_as<A, half> && !std::same_as<B, half>);

// What a work-item holds of an A or a B. A line is a row of an A or a column of a B; all its elements are multiplied with those
// of another line and added. Without tensor cores, the work-item holds all elements of the lines that its elements of the
// accumulator need. For the tensor cores it holds four words of two half elements of each block, in `words`. Only one of the
// two arrays is used; ingotc removes the other.
template <typename T, uint32_t lines, uint32_t length, matrix_use use>
struct tile_operand {
    static constexpr uint32_t own_lines = use == matrix_use::a ? lines / 8 : lines / 4;

    // The line that the work-item holds as its line `index`.
    static uint32_t line_of(uint32_t item, uint32_t index) {
        if constexpr (use == matrix_use::a) return index / 2 * block_size + row_in_block(item, index % 2 * 2);
        return index / 4 * block_size + column_in_block(item, index % 4 / 2 * 4 + index % 2);
    }

    std::array<std::array<T, length>, own_lines> elements;
#if defined(INGOT_DEVICE)
    // The blocks of the first 16 lines come first. The four words of a block are of its four quarters of 8 by 8 elements. In a
    // quarter a work-item holds two neighbours of line item / 4, from element item % 4 * 2 ("PTX ISA", fragments of
    // mma.m16n8k16).
    static constexpr uint32_t length_blocks = length / block_size;
    static constexpr uint32_t line_of_quarter(uint32_t quarter) { return (use == matrix_use::a ? quarter % 2 : quarter / 2) * 8; }
    static constexpr uint32_t place_of_quarter(uint32_t quarter) {
        return (use == matrix_use::a ? quarter / 2 : quarter % 2) * 8;
    }
    static constexpr uint32_t blocks = std::same_as<T, half> ? lines / block_size * length_blocks : 0;
    std::array<std::array<uint32_t, 4>, blocks> words;
#endif
};

}  // namespace detail

/// A tile of `rows` by `columns` elements. Its elements are undefined until fill() or load(). This is the A or the B of a
/// product; the accumulator, which is the default for `use`, is below. `items` work-items hold the tile: 32, or 128 for the
/// accumulator of start_multiply_add() (local_matrix.hpp).
template <typename T, uint32_t rows, uint32_t columns, matrix_use use = matrix_use::accumulator,
          uint32_t items = matrix_tile_items>
    requires(detail::tile_number<T> && detail::multiple_of_16<rows> && detail::multiple_of_16<columns> &&
             (items == matrix_tile_items || (use == matrix_use::accumulator && items == wide_tile_items)))
class matrix_tile {
public:
    using value_type = T;

    [[gnu::always_inline]] void fill(T value) {
        set([&](uint32_t, uint32_t) { return value; });
    }

    /// Loads the tile from any memory. `stride` is the number of elements from the beginning of a row to the beginning of the
    /// next; for column_major, from the beginning of a column to that of the next.
    template <matrix_layout layout = matrix_layout::row_major>
    [[gnu::always_inline]] void load(const T* matrix, size_t stride) {
        set([&](uint32_t line, uint32_t place) {
            return are_lines_in_memory<layout> ? matrix[line * stride + place] : matrix[place * stride + line];
        });
    }

    /// Loads the tile from local memory in which each row (column) begins at a multiple of 16 bytes. With tensor cores it is
    /// several times as fast as load().
    template <matrix_layout layout = matrix_layout::row_major>
    [[gnu::always_inline]] void load_local(const T* matrix, size_t stride) {
#if defined(INGOT_DEVICE)
        if constexpr (std::same_as<T, half>)
            if (detail::has_tensor_cores()) return load_blocks<are_lines_in_memory<layout>>(matrix, stride);
#else
        assert(reinterpret_cast<uintptr_t>(matrix) % 16 == 0 && stride * sizeof(T) % 16 == 0 &&
               "matrix_tile::load_local needs rows that begin at multiples of 16 bytes");
#endif
        load<layout>(matrix, stride);
    }

private:
    template <typename A, typename B, typename C, uint32_t m, uint32_t k, uint32_t n>
        requires detail::tile_product<A, B, C>
    friend void multiply_add(const matrix_tile<A, m, k, matrix_use::a>&, const matrix_tile<B, k, n, matrix_use::b>&,
                             matrix_tile<C, m, n, matrix_use::accumulator>&);

    static constexpr uint32_t lines = use == matrix_use::a ? rows : columns;
    static constexpr uint32_t length = use == matrix_use::a ? columns : rows;
    // Is a line contiguous in memory?
    template <matrix_layout layout>
    static constexpr bool are_lines_in_memory = (layout == matrix_layout::row_major) == (use == matrix_use::a);

    // Sets the element at each place of each line that this work-item holds to source(line, place).
    template <typename Source>
    [[gnu::always_inline]] void set(Source source) {
        const uint32_t item = detail::item_of_tile();
#if defined(INGOT_DEVICE)
        if constexpr (std::same_as<T, half>)
            if (detail::has_tensor_cores())
                return detail::for_each_index<operand::blocks * 4>([&](uint32_t i) {
                    const uint32_t block = i / 4;
                    const uint32_t word = i % 4;
                    const uint32_t line =
                        block / operand::length_blocks * detail::block_size + operand::line_of_quarter(word) + item / 4;
                    const uint32_t place =
                        block % operand::length_blocks * detail::block_size + operand::place_of_quarter(word) + item % 4 * 2;
                    operand_.words[block][word] = source(line, place).bits() | uint32_t {source(line, place + 1).bits()} << 16;
                });
#endif
        for (uint32_t i = 0; i < operand::own_lines; ++i)
            for (uint32_t place = 0; place < length; ++place)
                operand_.elements[i][place] = source(operand::line_of(item, i), place);
    }

#if defined(INGOT_DEVICE)
    // Loads each block by one instruction, which reads eight elements at an address that each work-item passes. The first eight
    // work-items pass the addresses for the first quarter of the block, and so on.
    template <bool are_contiguous>
    [[gnu::always_inline]] void load_blocks(const T* matrix, size_t stride) {
        const uint32_t item = detail::item_of_tile();
        const uint32_t own_line = operand::line_of_quarter(item / 8) + (are_contiguous ? item % 8 : 0);
        const uint32_t own_place = operand::place_of_quarter(item / 8) + (are_contiguous ? 0 : item % 8);
        const T* const own = matrix + (are_contiguous ? own_line * stride + own_place : own_place * stride + own_line);
        detail::for_each_index<operand::blocks>([&](uint32_t block) {
            const uint32_t line = block / operand::length_blocks * detail::block_size;
            const uint32_t place = block % operand::length_blocks * detail::block_size;
            const auto words = ingot_device_load_half_block(
                own + (are_contiguous ? line * stride + place : place * stride + line), are_contiguous ? 0 : 1);
            for (uint32_t i = 0; i < 4; ++i) operand_.words[block][i] = words[i];
        });
    }
#endif

    using operand = detail::tile_operand<T, lines, length, use>;
    operand operand_;
};

/// The accumulator of a product. Each work-item holds rows * columns / items of its elements and can change them.
template <typename T, uint32_t rows, uint32_t columns, uint32_t items>
    requires(detail::tile_number<T> && detail::multiple_of_16<rows> && detail::multiple_of_16<columns>)
class matrix_tile<T, rows, columns, matrix_use::accumulator, items> {
    static_assert(rows % (items / 2) == 0, "the rows of a tile that 128 work-items hold are a multiple of 64");

public:
    using value_type = T;

    [[gnu::always_inline]] void fill(T value) {
        detail::for_each_index<own_elements>([&](uint32_t i) { elements_[i] = value; });
    }

    /// Loads the tile from any memory, and converts the elements to T. `stride` is that of an A or B.
    template <matrix_layout layout = matrix_layout::row_major, typename U>
    [[gnu::always_inline]] void load(const U* matrix, size_t stride) {
        for_each([&](T& value, uint32_t row, uint32_t column) {
            value = static_cast<T>(layout == matrix_layout::row_major ? matrix[row * stride + column]
                                                                      : matrix[column * stride + row]);
        });
    }

    /// Stores the tile in any memory, and converts the elements to U.
    template <matrix_layout layout = matrix_layout::row_major, typename U>
    [[gnu::always_inline]] void store(U* matrix, size_t stride) {
#if defined(INGOT_DEVICE)
        // Each work-item holds pairs of neighbours in a row. Store them together where their addresses allow it.
        if constexpr (layout == matrix_layout::row_major) {
            if constexpr (items == wide_tile_items && sizeof(U) == 2 && columns % 32 == 0)
                if (detail::has_tensor_cores() && (reinterpret_cast<uintptr_t>(matrix) | stride * sizeof(U)) % 16 == 0)
                    return store_eights(matrix, stride);
            if (detail::has_tensor_cores() && (reinterpret_cast<uintptr_t>(matrix) | stride * sizeof(U)) % (2 * sizeof(U)) == 0)
                return store_pairs(matrix, stride);
        }
#endif
        for_each([&](const T& value, uint32_t row, uint32_t column) {
            (layout == matrix_layout::row_major ? matrix[row * stride + column] : matrix[column * stride + row]) =
                static_cast<U>(value);
        });
    }

    /// Calls function(value, row, column) for each element that this work-item holds; `value` is a T&. Which elements these are
    /// can change in a later version.
    template <typename Function>
    [[gnu::always_inline]] void for_each(Function function) {
        const uint32_t item = detail::item_of_tile<items>();
        detail::for_each_index<own_elements>([&](uint32_t i) {
            const place here = place_of(item, i);
            function(elements_[i], here.row, here.column);
        });
    }

private:
    template <typename A, typename B, typename C, uint32_t m, uint32_t k, uint32_t n>
        requires detail::tile_product<A, B, C>
    friend void multiply_add(const matrix_tile<A, m, k, matrix_use::a>&, const matrix_tile<B, k, n, matrix_use::b>&,
                             matrix_tile<C, m, n, matrix_use::accumulator>&);
    friend struct detail::wide_product;

    template <typename U>
    [[gnu::always_inline]] void store_pairs(U* matrix, size_t stride) {
        struct alignas(2 * sizeof(U)) pair {
            U first, second;
        };
        const uint32_t item = detail::item_of_tile<items>();
        detail::for_each_index<own_elements / 2>([&](uint32_t i) {
            const auto [row, column] = place_of(item, i * 2);
            *reinterpret_cast<pair*>(matrix + row * stride + column) = {static_cast<U>(elements_[i * 2]),
                                                                        static_cast<U>(elements_[i * 2 + 1])};
        });
    }

#if defined(INGOT_DEVICE)
    // Four neighbouring work-items hold 8 neighbours in a row, two each. They exchange pairs, so that each of them stores 8 of 32
    // neighbours at once: with pairs, each store would write parts of many sectors of memory. Every target with tensor cores has
    // sub-groups of 32 work-items.
    template <typename U>
    [[gnu::always_inline]] void store_eights(U* matrix, size_t stride) {
        struct alignas(16) eight {
            uint32_t words[4];
        };
        const uint32_t item = detail::item_of_tile<items>();
        const uint32_t own = item % 4;
        // Exchanges two of the four words with the neighbour whose number differs in one bit. Afterwards bit `distance` of a
        // word's index and of the work-item's number are swapped: two such steps transpose the words of four work-items.
        const auto exchange = [&](uint32_t& low, uint32_t& high, uint32_t distance) {
            const bool is_high = (own & distance) != 0;
            const uint32_t received = ingot_device_sub_group_shuffle_xor(is_high ? low : high, distance);
            (is_high ? low : high) = received;
        };
        detail::for_each_index<own_elements / 8>([&](uint32_t i) {
            const uint32_t first = i / 2 * 16 + i % 2 * 2;  // the first of four pairs in the same row, 8 columns apart
            eight all;
            for (uint32_t pair = 0; pair < 4; ++pair) {
                const U values[] {static_cast<U>(elements_[first + pair * 4]), static_cast<U>(elements_[first + pair * 4 + 1])};
                all.words[pair] = std::bit_cast<uint16_t>(values[0]) | uint32_t {std::bit_cast<uint16_t>(values[1])} << 16;
            }
            exchange(all.words[0], all.words[1], 1);
            exchange(all.words[2], all.words[3], 1);
            exchange(all.words[0], all.words[2], 2);
            exchange(all.words[1], all.words[3], 2);
            const auto [row, column] = place_of(item, first);
            *reinterpret_cast<eight*>(matrix + row * stride + column - own * 2 + own * 8) = all;
        });
    }
#endif

    // The place of the work-item's element `index` in the tile. The blocks are ordered row after row. If 128 work-items hold the
    // tile, each 32 of them hold one of four blocks that are below each other ("PTX ISA", fragments of wgmma.m64nNk16).
    struct place {
        uint32_t row, column;
    };
    static place place_of(uint32_t item, uint32_t index) {
        const uint32_t block = index / detail::block_elements;
        const uint32_t in_block = index % detail::block_elements;
        const uint32_t item_of_block = item % matrix_tile_items;
        return {block / column_blocks * (items / 2) + item / matrix_tile_items * detail::block_size +
                    detail::row_in_block(item_of_block, in_block),
                block % column_blocks * detail::block_size + detail::column_in_block(item_of_block, in_block)};
    }

    static constexpr uint32_t own_elements = rows * columns / items;
    static constexpr uint32_t column_blocks = columns / detail::block_size;

    std::array<T, own_elements> elements_;
};

/// Adds the product of `a` and `b` to `sums`. Tiles of half are multiplied by tiles of half, with sums in float. The elements are
/// converted to C before they are multiplied. Tensor cores round sums of floats less exactly than an addition of two floats, so
/// that the last bits of a result can differ between devices.
template <typename A, typename B, typename C, uint32_t m, uint32_t k, uint32_t n>
    requires detail::tile_product<A, B, C>
[[gnu::always_inline]] inline void multiply_add(const matrix_tile<A, m, k, matrix_use::a>& a,
                                                const matrix_tile<B, k, n, matrix_use::b>& b,
                                                matrix_tile<C, m, n, matrix_use::accumulator>& sums) {
    constexpr uint32_t column_blocks = n / detail::block_size;
#if defined(INGOT_DEVICE)
    if constexpr (std::same_as<A, half>)
        if (detail::has_tensor_cores()) {
            constexpr uint32_t length_blocks = k / detail::block_size;
            constexpr uint32_t row_blocks = m / detail::block_size;
            return detail::for_each_index<length_blocks * column_blocks * row_blocks * 2>([&](uint32_t i) {
                // Positions of blocks: `place` counts along the rows of A and the columns of B.
                const uint32_t place = i / (column_blocks * row_blocks * 2);
                const uint32_t column = i / (row_blocks * 2) % column_blocks;
                const uint32_t row = i / 2 % row_blocks;
                const uint32_t part = i % 2;  // the first or the second 8 columns of the block
                const auto& left = a.operand_.words[row * length_blocks + place];
                const auto& right = b.operand_.words[column * length_blocks + place];
                float* const own = &sums.elements_[(row * column_blocks + column) * detail::block_elements + part * 4];
                const ingot_device_four_floats result = ingot_device_multiply_half_blocks(
                    ingot_device_four_floats {own[0], own[1], own[2], own[3]},
                    ingot_device_four_words {left[0], left[1], left[2], left[3]}, right[part * 2], right[part * 2 + 1]);
                for (uint32_t element = 0; element < 4; ++element) own[element] = result[element];
            });
        }
#endif
    for (uint32_t i = 0; i < m * n / matrix_tile_items; ++i) {
        const uint32_t block = i / detail::block_elements;
        const uint32_t index = i % detail::block_elements;
        const auto& left = a.operand_.elements[block / column_blocks * 2 + index % 4 / 2];
        const auto& right = b.operand_.elements[block % column_blocks * 4 + index / 4 * 2 + index % 2];
        C sum = sums.elements_[i];
        for (uint32_t place = 0; place < k; ++place) sum += static_cast<C>(left[place]) * static_cast<C>(right[place]);
        sums.elements_[i] = sum;
    }
}

}  // namespace ingot
