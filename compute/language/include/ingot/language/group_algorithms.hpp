// Algorithms that a whole work-group runs together, in local memory. Every work-item of the group must make the same
// call.
//
// The template argument `group_items` must be the number of work-items in each group of the launch: the product of the
// group's sizes in x, y and z. "The order of work-items" is x first, then y, then z. Each call in the source has its own
// local memory, which every execution of the call in a loop uses again. The reductions and scans correspond to std::reduce,
// std::inclusive_scan and std::exclusive_scan (ISO C++, numeric.ops). The algorithms use only local memory and barriers, and
// no sub-groups, so they run on every device.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <ingot/language/barrier.hpp>
#include <ingot/language/local_buffer.hpp>
#include <ingot/language/radix_key.hpp>
#include <ingot/language/work_item.hpp>
#include <type_traits>

namespace ingot {

namespace detail {

// Returns the index of this work-item in its group, in the order of work-items.
template <uint32_t group_items>
uint32_t item_of_group() {
    static_assert(group_items > 0, "a work-group has at least one work-item");
    assert(local_size.x * local_size.y * local_size.z == group_items &&
           "the work-groups of this launch do not have the number of work-items for which the algorithm was compiled");
    return (local_id.z * local_size.y + local_id.y) * local_size.x + local_id.x;
}

// Computes an inclusive scan by the method of Hillis and Steele. Each step reads one half of the memory and writes the
// other half, so one barrier after each step is enough. Returns the index of the half that contains the result.
template <uint32_t group_items, typename T, typename Operation>
uint32_t scan_in_halves(const local_buffer<T, 2, group_items>& halves, uint32_t item, T value, Operation operation) {
    uint32_t half = 0;
    halves[half][item] = value;
    local_barrier();
    for (uint32_t distance = 1; distance < group_items; distance *= 2) {
        if (item >= distance) value = operation(halves[half][item - distance], value);
        half ^= 1;
        halves[half][item] = value;
        local_barrier();
    }
    return half;
}

}  // namespace detail

/// Combines the values of all work-items into one value, and returns this value to every work-item. The values are combined
/// by `operation(left, right)` as a binary tree, in the order of work-items. `operation` must be associative, except for
/// rounding, and need not be commutative.
///
/// `T` is trivially copyable. Uses `group_items * sizeof(T)` bytes of local memory and 2 + log2(group_items) barriers
/// (the logarithm is rounded up).
template <uint32_t group_items, typename T, typename Operation>
T work_group_reduce(T value, Operation operation) {
    const local_buffer<T, group_items> values;
    const uint32_t item = detail::item_of_group<group_items>();
    values[item] = value;
    local_barrier();
    for (uint32_t distance = 1; distance < group_items; distance *= 2) {
        const uint32_t index = item * distance * 2;
        if (index + distance < group_items) values[index] = operation(values[index], values[index + distance]);
        local_barrier();
    }
    const T all = values[0];
    local_barrier();  // all work-items have read values[0] before a next execution of this call overwrites it
    return all;
}

/// Computes the inclusive scan: returns to work-item i the combination of the values of work-items 0 to i. `operation`
/// and `T` must meet the requirements of work_group_reduce.
///
/// Uses `2 * group_items * sizeof(T)` bytes of local memory and 2 + log2(group_items) barriers.
template <uint32_t group_items, typename T, typename Operation>
T work_group_inclusive_scan(T value, Operation operation) {
    const local_buffer<T, 2, group_items> halves;
    const uint32_t item = detail::item_of_group<group_items>();
    const T scanned = halves[detail::scan_in_halves<group_items, T>(halves, item, value, operation)][item];
    local_barrier();
    return scanned;
}

/// Computes the exclusive scan: returns to work-item i the combination of `initial` and the values of work-items 0 to
/// i - 1, and to work-item 0 `initial` itself. All work-items must pass the same `initial`. `operation` and `T` must meet
/// the requirements of work_group_reduce.
///
/// Uses `2 * group_items * sizeof(T)` bytes of local memory and 2 + log2(group_items) barriers.
template <uint32_t group_items, typename T, typename Operation>
T work_group_exclusive_scan(T value, std::type_identity_t<T> initial, Operation operation) {
    const local_buffer<T, 2, group_items> halves;
    const uint32_t item = detail::item_of_group<group_items>();
    const uint32_t half = detail::scan_in_halves<group_items, T>(halves, item, value, operation);
    const T scanned = item == 0 ? initial : operation(initial, halves[half][item - 1]);
    local_barrier();
    return scanned;
}

namespace detail {

inline constexpr uint32_t group_radix_bits = 4;
inline constexpr uint32_t group_radix = 1u << group_radix_bits;

template <uint32_t group_items>
using digit_counts = local_buffer<uint16_t, size_t {group_radix} * group_items>;

// Replaces each count by a position: where the keys of one digit of one work-item begin in the sorted array. The counts
// are ordered by digit and then by work-item.
template <uint32_t group_items>
void scan_counts(const digit_counts<group_items>& counts, uint32_t item) {
    const uint32_t first = item * group_radix;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < group_radix; ++i) sum += counts[first + i];
    uint32_t before = work_group_exclusive_scan<group_items>(sum, 0u, [](uint32_t a, uint32_t b) { return a + b; });
    for (uint32_t i = 0; i < group_radix; ++i) {
        const uint32_t count = counts[first + i];
        counts[first + i] = static_cast<uint16_t>(before);
        before += count;
    }
    local_barrier();
}

struct no_values {};

// Sorts stably by one digit of the keys after another, from the lowest digit to the highest. The variable `each` is the number
// of neighbouring keys that each work-item moves, in their order; the last work-items may have fewer keys or none.
template <uint32_t group_items, typename Key, size_t count, typename Values>
void radix_sort(const local_buffer<Key, count>& keys, const Values& values) {
    static_assert(count < 65536, "a work-group sorts at most 65,535 keys");
    constexpr bool has_values = !std::is_same_v<Values, no_values>;
    constexpr uint32_t each = (count + group_items - 1) / group_items;
    const digit_counts<group_items> counts;
    const uint32_t item = item_of_group<group_items>();
    const uint32_t first = item * each;
    local_barrier();
    for (uint32_t shift = 0; shift < 8 * sizeof(Key); shift += group_radix_bits) {
        const auto digit_of = [shift](Key key) { return static_cast<uint32_t>(ordered_bits(key) >> shift) % group_radix; };
        for (uint32_t digit = 0; digit < group_radix; ++digit) counts[digit * group_items + item] = 0;
        std::array<Key, each> own;
        auto own_values = [&] {
            if constexpr (has_values)
                return std::array<typename Values::value_type, each> {};
            else
                return no_values {};
        }();
        for (uint32_t i = 0; i < each; ++i) {
            if (first + i >= count) break;
            own[i] = keys[first + i];
            if constexpr (has_values) own_values[i] = values[first + i];
            ++counts[digit_of(own[i]) * group_items + item];
        }
        local_barrier();
        scan_counts<group_items>(counts, item);
        for (uint32_t i = 0; i < each; ++i) {
            if (first + i >= count) break;
            const uint32_t destination = counts[digit_of(own[i]) * group_items + item]++;
            keys[destination] = own[i];
            if constexpr (has_values) values[destination] = own_values[i];
        }
        local_barrier();
    }
}

}  // namespace detail

/// Sorts the keys in ascending order; equal keys keep their order. Every work-item must have written its keys before;
/// no barrier is needed before or after the call.
///
/// `count` is a compile-time constant of at most 65,535, and need not be a multiple of `group_items`. ordered_bits()
/// (radix_key.hpp) defines the order of floating-point keys. The call uses `(32 + 8) * group_items` bytes of local memory
/// besides the keys.
template <uint32_t group_items, radix_key Key, size_t count>
void work_group_radix_sort(const local_buffer<Key, count>& keys) {
    detail::radix_sort<group_items>(keys, detail::no_values {});
}

/// Sorts keys, and moves the value of each key with it.
template <uint32_t group_items, radix_key Key, typename Value, size_t count>
void work_group_radix_sort(const local_buffer<Key, count>& keys, const local_buffer<Value, count>& values) {
    detail::radix_sort<group_items>(keys, values);
}

}  // namespace ingot
