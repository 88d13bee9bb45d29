// Generates random kernels. Every value of a generated kernel is defined by C++ and by the memory model of
// docs/writing-a-kernel.md, so that all devices must compute the same bits.
#pragma once

#include <cstdint>
#include <string>

#include "source_tree.hpp"

namespace ingot::fuzzing {

/// Every generated kernel is launched with `group_count` work-groups of `group_size` work-items each.
inline constexpr uint32_t group_size = 32;
inline constexpr uint32_t group_count = 3;
inline constexpr uint32_t item_count = group_size * group_count;

/// The sizes of the kernel's buffers, in elements. `results` has `results_per_item` elements for each work-item, of which the
/// kernel writes the first.
inline constexpr uint32_t word_count = 64;    ///< buffer<const uint32_t> words
inline constexpr uint32_t number_count = 64;  ///< buffer<const float> numbers
inline constexpr uint32_t results_per_item = 4;
inline constexpr uint32_t result_count = item_count * results_per_item;  ///< buffer<uint64_t> results
inline constexpr uint32_t counter_count = 16;                            ///< buffer<uint32_t> counters, for atomic operations

/// Optional features of devices. A generated kernel uses a feature only if all compared devices have it.
struct language_features {
    bool has_sub_group_reductions = false;
    bool has_double = false;
};

/// Returns the name of the kernel that random_program() generates: "program_17".
std::string program_name(uint64_t seed);

/// Returns a kernel with the functions that it calls. The same seed gives the same program on every machine:
///
///     kernel void program_17(buffer<const uint32_t> words, buffer<const float> numbers, buffer<uint64_t> results,
///                            buffer<uint32_t> counters, param<uint32_t> first, param<int32_t> second)
source_tree random_program(uint64_t seed, const language_features& features);

/// The beginning of a file of generated kernels.
std::string file_beginning();

}  // namespace ingot::fuzzing
