// Sizes that the kernels of bench_advice and the program share.
#pragma once

#include <cstdint>

namespace ingot::bench::advice {

inline constexpr uint32_t group = 64;            ///< work-items of a group
inline constexpr uint32_t division_width = 641;  ///< the denominator of the rule integer-division
inline constexpr uint32_t row_length = 256;      ///< numbers that a work-item sums for the rule strided-access
inline constexpr uint32_t constant_reads = 128;  ///< of each work-item for the rule constant-index

inline constexpr uint32_t product_depth = 64;  ///< numbers that are multiplied for a result of the rule spilled-registers
inline constexpr uint32_t large_tile = 18;     ///< side of the square of results of a work-item, before the advice
inline constexpr uint32_t small_tile = 9;      ///< the same after the advice

/// Values that are the same for all work-items.
struct polynomial {
    float factors[16];
};

}  // namespace ingot::bench::advice
