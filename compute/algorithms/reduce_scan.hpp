// Kernels of reductions and scans, as templates over the element type and the operation.
#pragma once

#include <ingot/kernel.hpp>
#include <limits>
#include <type_traits>

#include "tile.hpp"

namespace ingot::algorithms_detail {

struct sum {
    template <typename T>
    static constexpr T identity = T(0);
    // Integer sums wrap around, those of signed integers too.
    template <typename T>
    constexpr T operator()(T a, T b) const {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
        else
            return a + b;
    }
};
struct minimum {
    template <typename T>
    static constexpr T identity =
        std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
    template <typename T>
    constexpr T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
struct maximum {
    template <typename T>
    static constexpr T identity =
        std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
    template <typename T>
    constexpr T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

/// Reduces each tile to one element. Each group reduces one tile; neighbouring work-items read neighbouring elements.
template <typename Operation, typename T>
kernel void reduce(buffer<const T> source, buffer<T> destination, param<uint32_t> count) {
    constexpr Operation operation;
    const size_t first = size_t(group_id.x) * tile_of(sizeof(T)) + local_id.x;
    T all = Operation::template identity<T>;
    for (uint32_t i = 0; i < elements_of_item<sizeof(T)>; ++i)
        if (const size_t index = first + size_t {i} * group_items; index < count) all = operation(all, source[index]);
    all = work_group_reduce<group_items>(all, operation);
    if (local_id.x == 0) destination[group_id.x] = all;
}

// Returns the place of an element in a tile in local memory that has a gap after every 16 elements. Without gaps, when
// each work-item reads its own row of the tile, many work-items would access the same memory bank.
constexpr uint32_t with_gaps(uint32_t element) { return element + element / 16; }

/// Scans each tile. Each group scans one tile and starts with the group's element of `before`: the combination of the scan's
/// initial value and of all elements before the tile. `is_inclusive` is 0 or 1.
template <typename Operation, typename T>
kernel void scan(buffer<const T> source, buffer<T> destination, buffer<const T> before, param<uint32_t> count,
                 param<uint32_t> is_inclusive) {
    constexpr Operation operation;
    constexpr uint32_t each = elements_of_item<sizeof(T)>;
    const local_buffer<T, with_gaps(tile_of(sizeof(T)))> tile;
    const size_t first = size_t(group_id.x) * tile_of(sizeof(T));
    // Load the tile into local memory.
    for (uint32_t i = 0; i < each; ++i) {
        const uint32_t index = i * group_items + local_id.x;
        tile[with_gaps(index)] = first + index < count ? source[first + index] : Operation::template identity<T>;
    }
    local_barrier();
    // Combine the elements of each work-item's own row (`each` neighbouring elements), and scan these combinations over the
    // group.
    const uint32_t own = local_id.x * each;
    T sum_of_own = Operation::template identity<T>;
    for (uint32_t i = 0; i < each; ++i) sum_of_own = operation(sum_of_own, tile[with_gaps(own + i)]);
    T running = work_group_exclusive_scan<group_items>(sum_of_own, before[group_id.x], operation);
    // Scan the row.
    for (uint32_t i = 0; i < each; ++i) {
        T& element = tile[with_gaps(own + i)];
        const T behind = operation(running, element);
        element = is_inclusive != 0 ? behind : running;
        running = behind;
    }
    local_barrier();
    // Store the tile.
    for (uint32_t i = 0; i < each; ++i) {
        const uint32_t index = i * group_items + local_id.x;
        if (first + index < count) destination[first + index] = tile[with_gaps(index)];
    }
}

/// The list of kernel instances for an element type: its reductions and scans with every operation.
template <typename T>
using reductions_and_scans =
    instances<reduce<sum, T>, reduce<minimum, T>, reduce<maximum, T>, scan<sum, T>, scan<minimum, T>, scan<maximum, T>>;

}  // namespace ingot::algorithms_detail
