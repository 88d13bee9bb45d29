// Weights of a Gaussian blur from a row of Pascal's triangle, computed at compile time for kernels and host.
//
// A row of the triangle is a binomial distribution, which is close to a Gaussian (D. Rákos, "Efficient Gaussian blur
// with linear sampling", 2010). Wider rows blur more, but their outer numbers are too small to be visible in 8 bits.
// The weights are therefore only the middle of a row: for each number of taps, the middle of the first row that has at
// least that many visible numbers. These are the numbers of taps and the lengths of the rows that are used for them: 3→3,
// 5→5, 7→7, 9→11, 11→15, 13→21, 15→29, 17→39, 19→51 and 21→63 (appendix A of the thesis that docs/host-library.md names).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ingot::samples::blur {

/// The least and greatest number of taps: the number of pixels of a row or column that contribute to one result. It is
/// always odd.
inline constexpr uint32_t min_taps = 3;
inline constexpr uint32_t max_taps = 21;
inline constexpr auto supported_taps = [] {
    std::array<uint32_t, (max_taps - min_taps) / 2 + 1> all {};
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = min_taps + 2 * i;
    return all;
}();

/// Returns the binomial coefficient n over k. It fits into 64 bits for every n up to 62.
constexpr uint64_t binomial(uint32_t n, uint32_t k) {
    uint64_t value = 1;
    // Each step computes value · factor / i, which is an integer. The product may exceed 64 bits, so `value` is divided
    // first, and its quotient and its remainder are multiplied separately.
    for (uint32_t i = 1; i <= k; ++i) {
        const uint64_t factor = n - k + i;
        value = value / i * factor + value % i * factor / i;
    }
    return value;
}

/// Returns the length of the row whose middle contains the weights for `taps`: the first row with at least `taps` visible
/// numbers. A number is visible if it is more than 1/255 of the sum of its row: then a white pixel with this weight
/// changes an 8-bit value by at least 1.
constexpr uint32_t effective_row(uint32_t taps) {
    for (uint32_t count = taps; count <= 63; count += 2) {
        const uint64_t least_visible = (uint64_t {1} << (count - 1)) / 255;
        uint32_t faint = 0;
        while (binomial(count - 1, faint) <= least_visible) ++faint;
        if (count - 2 * faint >= taps) return count;
    }
    return 0;
}

/// Returns the weights. They add up to 1. The thesis divides by the sum of the whole row instead, so its weights add up to
/// less than 1 and darken the image.
template <uint32_t taps>
constexpr std::array<float, taps> weights() {
    static_assert(taps % 2 == 1 && taps >= min_taps && taps <= max_taps);
    constexpr uint32_t row = effective_row(taps);
    constexpr uint32_t first = (row - taps) / 2;
    double sum = 0.0;
    for (uint32_t i = 0; i < taps; ++i) sum += static_cast<double>(binomial(row - 1, first + i));
    std::array<float, taps> all {};
    for (uint32_t i = 0; i < taps; ++i) all[i] = static_cast<float>(static_cast<double>(binomial(row - 1, first + i)) / sum);
    return all;
}

/// The sum of the integer weights.
inline constexpr uint32_t integer_weight_sum = 65'536;

/// Returns the weights as integers in units of 1/65536. They add up to exactly integer_weight_sum.
template <uint32_t taps>
constexpr std::array<uint32_t, taps> integer_weights() {
    const std::array<float, taps> exact = weights<taps>();
    std::array<uint32_t, taps> all {};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < taps; ++i) {
        all[i] = static_cast<uint32_t>(static_cast<double>(exact[i]) * integer_weight_sum + 0.5);
        sum += all[i];
    }
    all[taps / 2] += integer_weight_sum - sum;  // the rounding error, a few units, goes to the largest weight
    return all;
}

/// For the host: return the same weights for a number of taps that is known only at run time, or an empty vector if the
/// number is not supported.
std::vector<float> weights_of(uint32_t taps);
std::vector<uint32_t> integer_weights_of(uint32_t taps);

}  // namespace ingot::samples::blur
