// Weights of a Gaussian blur out of a row of Pascal's triangle, at compile time: kernels and the host share them.
//
// A row of the triangle is a binomial distribution, which is close to a Gaussian (D. Rákos, "Efficient Gaussian blur with linear
// sampling", 2010). The widest rows are the smoothest, but their outer numbers are too small to be seen in 8 bits: of a row only
// its middle is used, and the row is the first one whose middle is as wide as the number of taps
// (Table of the thesis's appendix A: 3→3, 5→5, 7→7, 9→11, 11→15, 13→21, 15→29, 17→39, 19→51, 21→63).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ingot::samples::blur {

/// Taps: pixels of a row or a column that one pixel is made of. Odd numbers between these two.
inline constexpr uint32_t fewest_taps = 3;
inline constexpr uint32_t most_taps = 21;
inline constexpr auto numbers_of_taps = [] {
    std::array<uint32_t, (most_taps - fewest_taps) / 2 + 1> all {};
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = fewest_taps + 2 * i;
    return all;
}();

/// n over k. Exact up to the row of 62 over 31.
constexpr uint64_t binomial(uint32_t n, uint32_t k) {
    uint64_t value = 1;
    // Each step is a whole number; the greatest common divisor keeps the product within 64 bits.
    for (uint32_t i = 1; i <= k; ++i) {
        const uint64_t factor = n - k + i;
        value = value / i * factor + value % i * factor / i;
    }
    return value;
}

/// How many numbers the row has whose middle serves `taps`: those that a white pixel alone can be seen through in 8 bits.
constexpr uint32_t effective_row(uint32_t taps) {
    for (uint32_t count = taps; count <= 63; count += 2) {
        const uint64_t least_visible = (uint64_t {1} << (count - 1)) / 255;
        uint32_t faint = 0;
        while (binomial(count - 1, faint) <= least_visible) ++faint;
        if (count - 2 * faint >= taps) return count;
    }
    return 0;
}

/// The weights, which add up to 1: the thesis's do not where the row is wider than its middle, so that pictures get darker.
template <uint32_t taps>
constexpr std::array<float, taps> weights() {
    static_assert(taps % 2 == 1 && taps >= fewest_taps && taps <= most_taps);
    constexpr uint32_t row = effective_row(taps);
    constexpr uint32_t first = (row - taps) / 2;
    double sum = 0.0;
    for (uint32_t i = 0; i < taps; ++i) sum += static_cast<double>(binomial(row - 1, first + i));
    std::array<float, taps> all {};
    for (uint32_t i = 0; i < taps; ++i) all[i] = static_cast<float>(static_cast<double>(binomial(row - 1, first + i)) / sum);
    return all;
}

/// Weights in 1/65536, for whole numbers: they add up to 65536 exactly.
inline constexpr uint32_t whole_weight = 65'536;
template <uint32_t taps>
constexpr std::array<uint32_t, taps> whole_weights() {
    const std::array<float, taps> exact = weights<taps>();
    std::array<uint32_t, taps> all {};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < taps; ++i) {
        all[i] = static_cast<uint32_t>(static_cast<double>(exact[i]) * whole_weight + 0.5);
        sum += all[i];
    }
    all[taps / 2] += whole_weight - sum;  // what rounding gained or lost: a few, of the largest
    return all;
}

/// The same for a number of taps that is known at run time only: for the host. Empty where there is no such number.
std::vector<float> weights_of(uint32_t taps);
std::vector<uint32_t> whole_weights_of(uint32_t taps);

}  // namespace ingot::samples::blur
