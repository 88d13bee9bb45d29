// Sub-groups: work-items of a work-group that a device runs in step (CUDA: a warp; AMD: a wave; CPUs: the lanes of a SIMD
// unit). These work-items exchange values without local memory.
//
// Every work-item of the sub-group must reach the same call, as at a barrier. On a device without sub-groups, building
// a program that uses them throws an error. A work-group is divided into sub-groups in the order of the work-items: x
// first, then y, then z.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <ingot/language/device_functions.hpp>
#include <type_traits>

namespace ingot {

/// Number of work-items in this sub-group: 32 on CUDA, 8 on the CPU debug device. The last sub-group of a work-group may
/// have fewer.
inline uint32_t sub_group_size() { return ingot_device_sub_group_size(); }
/// Index of the sub-group in its work-group.
inline uint32_t sub_group_id() { return ingot_device_sub_group_id(); }
/// Index of the work-item in its sub-group.
inline uint32_t sub_group_local_id() { return ingot_device_sub_group_local_id(); }
/// Number of sub-groups in the work-group.
inline uint32_t sub_group_count() { return ingot_device_number_of_sub_groups(); }

/// Waits until all work-items of the sub-group have reached the barrier. After the barrier, each of them sees the writes to
/// memory that the work-items of the sub-group made before the barrier.
inline void sub_group_barrier() { ingot_device_sub_group_barrier(); }

namespace detail {

// Exchanges a value of any size as words of 32 bits.
template <typename T, typename Exchange>
T exchange_words(const T& value, Exchange exchange) {
    static_assert(std::is_trivially_copyable_v<T>, "a sub-group exchanges plain data");
    uint32_t words[(sizeof(T) + 3) / 4] {};
    std::memcpy(words, &value, sizeof(T));
    for (uint32_t& word : words) word = exchange(word);
    T result;
    std::memcpy(&result, words, sizeof(T));
    return result;
}

struct add {
    template <typename T>
    constexpr T operator()(T left, T right) const {
        return left + right;
    }
};
struct minimum {
    template <typename T>
    constexpr T operator()(T left, T right) const {
        return right < left ? right : left;
    }
};
struct maximum {
    template <typename T>
    constexpr T operator()(T left, T right) const {
        return left < right ? right : left;
    }
};

}  // namespace detail

/// Returns the `value` of the work-item whose sub_group_local_id() is `source`. T can be any trivially copyable type. The
/// result of this and the next three functions is undefined if the sub-group has no such work-item.
template <typename T>
T sub_group_shuffle(const T& value, uint32_t source) {
    return detail::exchange_words(value, [=](uint32_t word) { return ingot_device_sub_group_shuffle(word, source); });
}
/// Returns the `value` of the work-item whose sub_group_local_id() is `sub_group_local_id() ^ mask`.
template <typename T>
T sub_group_shuffle_xor(const T& value, uint32_t mask) {
    return detail::exchange_words(value, [=](uint32_t word) { return ingot_device_sub_group_shuffle_xor(word, mask); });
}
/// Returns the `value` of the work-item whose sub_group_local_id() is `sub_group_local_id() - distance`.
template <typename T>
T sub_group_shuffle_up(const T& value, uint32_t distance) {
    return detail::exchange_words(value, [=](uint32_t word) { return ingot_device_sub_group_shuffle_up(word, distance); });
}
/// Returns the `value` of the work-item whose sub_group_local_id() is `sub_group_local_id() + distance`.
template <typename T>
T sub_group_shuffle_down(const T& value, uint32_t distance) {
    return detail::exchange_words(value, [=](uint32_t word) { return ingot_device_sub_group_shuffle_down(word, distance); });
}

/// Combines the values of the work-items from the first one of the sub-group up to this one, in the order of the work-items,
/// by `combine(left, right)`, an associative function. Returns the combination.
template <typename T, typename Combine>
T sub_group_inclusive_scan(T value, Combine combine) {
    const uint32_t item = sub_group_local_id();
    const uint32_t size = sub_group_size();
    for (uint32_t distance = 1; distance < size; distance *= 2) {
        const T before = sub_group_shuffle_up(value, distance);
        if (item >= distance) value = combine(before, value);
    }
    return value;
}
/// Combines `first` and the values of all work-items before this one in the sub-group, in this order. Returns the
/// combination, and to the first work-item `first` itself.
template <typename T, typename Combine>
T sub_group_exclusive_scan(T value, T first, Combine combine) {
    const T before = sub_group_shuffle_up(sub_group_inclusive_scan(value, combine), 1);
    return sub_group_local_id() == 0 ? first : combine(first, before);
}
/// Combines the values of all work-items of the sub-group, in the order of the work-items. Returns the combination to each
/// work-item.
template <typename T, typename Combine>
T sub_group_reduce(T value, Combine combine) {
    return sub_group_shuffle(sub_group_inclusive_scan(value, combine), sub_group_size() - 1);
}

/// Return the sum, the minimum or the maximum of the values of the sub-group. The order of the additions is the same in
/// each run on one device, but differs between devices, so sums of floating-point numbers may differ, too.
template <typename T>
T sub_group_reduce_add(T value) {
    return sub_group_reduce(value, detail::add());
}
template <typename T>
T sub_group_reduce_min(T value) {
    return sub_group_reduce(value, detail::minimum());
}
template <typename T>
T sub_group_reduce_max(T value) {
    return sub_group_reduce(value, detail::maximum());
}

/// Return the sum of the values of all work-items before this one in the sub-group. The inclusive scan also adds the value of
/// this work-item.
template <typename T>
T sub_group_inclusive_scan_add(T value) {
    return sub_group_inclusive_scan(value, detail::add());
}
template <typename T>
T sub_group_exclusive_scan_add(T value) {
    return sub_group_exclusive_scan(value, T {}, detail::add());
}

/// Returns a set of bits: bit i is 1 if `predicate` is true for work-item i of the sub-group. Only the first 64
/// work-items are included.
inline uint64_t sub_group_ballot(bool predicate) {
    const uint64_t high = sub_group_size() > 32 ? ingot_device_sub_group_ballot(predicate, 1) : 0;
    return high << 32 | ingot_device_sub_group_ballot(predicate, 0);
}
/// Return whether `predicate` is true for at least one work-item of the sub-group (any), or for all of them (all).
inline bool sub_group_any(bool predicate) { return sub_group_reduce_max<uint32_t>(predicate) != 0; }
inline bool sub_group_all(bool predicate) { return sub_group_reduce_min<uint32_t>(predicate) != 0; }

}  // namespace ingot
