// Large functions that kernels call often. ingotc keeps most of them as functions instead of inlining them. It must inline
// some, for example a function that returns a pointer (compute/compiler/middle_end/keep_large_functions.cpp lists the reasons).
// The host runs the same functions as the reference.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace kept_functions {

/// The number of work-items in a group, and of numbers in each array.
inline constexpr uint32_t word_count = 16;
inline constexpr uint32_t table[word_count] {9, 8, 7, 3, 2, 1, 6, 5, 4, 0xffffffff, 12, 1u << 31, 77, 1000, 31, 0};

/// Calls `large` 2^depth times.
template <unsigned depth, typename Large>
uint32_t call_often(uint32_t x, const Large& large) {
    if constexpr (depth == 0)
        return large(x);
    else
        return call_often<depth - 1>(x + depth, large) + 31 * call_often<depth - 1>(x * 5 + depth, large);
}

/// The depth at which a kernel would be very large if the large functions were inlined.
inline constexpr unsigned often = 6;
/// This depth for a function that calls several large ones, or one that is much larger. Some drivers inline all functions:
/// with more calls, Mesa 25 takes hours and 15 GiB for these kernels.
inline constexpr unsigned less_often = 4;

template <size_t... step>
uint32_t mix_in_steps(const uint32_t* values, uint32_t x, std::index_sequence<step...>) {
    ((x = std::rotl(x ^ values[(x + step) % word_count], static_cast<int>(step % 31 + 1)) *
          (2 * static_cast<uint32_t>(step) + 0x9e3779b1u)),
     ...);
    return x;
}
/// The function that is large in most tests: 60 steps of a hash.
inline uint32_t mix(const uint32_t* values, uint32_t x) { return mix_in_steps(values, x, std::make_index_sequence<60>()); }

/// As mix(), but only one step in four reads. Where the memory of the pointer is known at run time only, each read is a branch.
template <size_t... step>
uint32_t mix_and_read_less_in_steps(const uint32_t* values, uint32_t x, std::index_sequence<step...>) {
    ((x = std::rotl(x ^ (step % 4 == 0 ? values[(x + step) % word_count] : x >> 3), static_cast<int>(step % 31 + 1)) *
          (2 * static_cast<uint32_t>(step) + 0x9e3779b1u)),
     ...);
    return x;
}
inline uint32_t mix_and_read_less(const uint32_t* values, uint32_t x) {
    return mix_and_read_less_in_steps(values, x, std::make_index_sequence<80>());
}

/// A function of 300 steps for kernels with barriers. Some drivers can compile a kernel with barriers only if all functions are
/// inlined into it, so these kernels call the function less often (`seldom`).
inline uint32_t mix_longer(const uint32_t* values, uint32_t x) {
    return mix_in_steps(values, x, std::make_index_sequence<300>());
}
inline constexpr unsigned seldom = 3;  ///< the depth at which inlining mix_longer() would make a kernel very large

/// A large function that writes.
inline uint32_t scramble(uint32_t* target, const uint32_t* source, uint32_t x) {
    target[x % word_count] += mix(source, x);
    std::swap(target[x / 3 % word_count], target[x / 7 % word_count]);
    return target[(x + 1) % word_count];
}

/// A struct with two pointers. The other members make it larger than a register.
struct view {
    uint32_t first = 0;
    const uint32_t* values = nullptr;
    uint32_t* counts = nullptr;
    uint32_t last = 0;

    /// A large function that uses the two pointers of its object.
    uint32_t mix_and_count(uint32_t x) const {
        counts[(x ^ last) % word_count]++;
        return mix(values, x + first);
    }
};
/// A struct that the large functions below take and return by value.
struct state {
    std::array<uint32_t, 6> words;
};
inline uint32_t mix_view(view by_value, uint32_t x) {
    by_value.last ^= x;
    return by_value.mix_and_count(by_value.last);
}
inline state advance(state old, uint32_t x) {
    for (size_t i = 0; i < old.words.size(); i += 2) old.words[i] = mix(table, old.words[i + 1] + x);
    std::ranges::reverse(old.words);
    return old;
}
struct pair_of_floats {
    float x;
    float y;
    float z;
};
inline pair_of_floats rotate(pair_of_floats v, uint32_t x) {
    const auto number = static_cast<float>(mix(table, x) % 1024);
    return {v.y + number, v.z - number, v.x * 0.5f};
}

/// A large function that can swap two structs of pointers.
inline uint32_t exchange(view& a, view& b, uint32_t x) {
    if (x % 2 == 1) std::swap(a, b);
    return mix(table, x);
}

/// A large function that sorts: std::sort calls a recursive function of the standard library.
inline uint32_t sort_and_mix(uint32_t* values, uint32_t x) {
    values[x % word_count] ^= x;
    std::sort(values, values + word_count);
    return mix(values, x);
}

template <typename Position, size_t... step>
uint32_t mix_position_in_steps(const uint32_t* values, Position position, uint32_t x, std::index_sequence<step...>) {
    ((x = std::rotl(x ^ values[(x + position.in_group() + step) % word_count], static_cast<int>(step % 31 + 1)) *
          (2 * position.in_launch() + 1)),
     ...);
    for (uint32_t i = 0; i <= x % 5; ++i) x = x * 31 + values[(x + i) % word_count];
    return x;
}
/// A large function with a loop that reads the position of its work-item.
template <typename Position>
uint32_t mix_position_often(const uint32_t* values, Position position, uint32_t item) {
    return call_often<often>(
        item, [&](uint32_t x) { return mix_position_in_steps(values, position, x, std::make_index_sequence<60>()); });
}

/// A large function that returns a pointer.
inline uint32_t* find(uint32_t* values, uint32_t x) { return values + mix(values, x) % word_count; }

template <size_t... step>
double sum_in_steps(const double* values, double x, std::index_sequence<step...>) {
    ((x = x * 0.75 + values[(step * 7 + static_cast<size_t>(x)) % word_count] * (static_cast<double>(step) + 0.5)), ...);
    return x;
}
/// A large function with doubles.
inline double sum(const double* values, double x) { return sum_in_steps(values, x, std::make_index_sequence<60>()); }

// Functions that call the large functions often. Most kernels call one of these functions for each work-item.

inline uint32_t mix_often(const uint32_t* values, uint32_t item) {
    return call_often<often>(item, [&](uint32_t x) { return mix(values, x); });
}
inline uint32_t mix_and_read_less_often(const uint32_t* values, uint32_t item) {
    return call_often<often>(item, [&](uint32_t x) { return mix_and_read_less(values, x); });
}
inline uint32_t scramble_often(uint32_t* target, const uint32_t* source, uint32_t item) {
    return call_often<less_often>(item, [&](uint32_t x) { return scramble(target, source, x); });
}
inline uint32_t use_views(const uint32_t* values, const uint32_t* others, uint32_t item) {
    uint32_t counts[word_count] {};
    uint32_t other_counts[word_count] {};
    view one {item, values, counts, 5};
    view other {7, others, other_counts, item};
    uint32_t result = call_often<less_often>(item, [&](uint32_t x) {
        return one.mix_and_count(x) + 3 * mix_view(other, x) + 5 * exchange(one, other, x) + mix(one.values, x);
    });
    for (uint32_t i = 0; i < word_count; ++i) result = result * 3 + counts[i] + other_counts[i] * 17;
    return result;
}
inline uint32_t use_structs(uint32_t item) {
    state words {{item, 1, 2, 3, 4, 5}};
    pair_of_floats v {1, 2, 3};
    uint32_t result = call_often<less_often>(item, [&](uint32_t x) {
        words = advance(words, x);
        v = rotate(v, x);
        return words.words[x % 6] + static_cast<uint32_t>(static_cast<int32_t>(v.x));
    });
    for (const uint32_t word : words.words) result = result * 7 + word;
    return result;
}
inline uint32_t sort_often(uint32_t* values, uint32_t item) {
    return call_often<less_often>(item, [&](uint32_t x) { return sort_and_mix(values, x); });
}
inline uint32_t find_often(uint32_t* values, uint32_t item) {
    return call_often<often>(item, [&](uint32_t x) { return ++*find(values, x); });
}
inline double sum_often(const double* values, uint32_t item) {
    double total = 0;
    call_often<often>(item, [&](uint32_t x) {
        total += sum(values, static_cast<double>(x % 1000));
        return 0u;
    });
    return total;
}

}  // namespace kept_functions
