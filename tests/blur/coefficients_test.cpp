// Weights from Pascal's triangle, computed at compile time.
#include "coefficients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "reference.hpp"

namespace ingot::samples::blur {
namespace {

// The table in appendix A of the thesis that docs/host-library.md names. If a number were wrong, this file would not compile.
static_assert(effective_row(3) == 3);
static_assert(effective_row(5) == 5);
static_assert(effective_row(7) == 7);
static_assert(effective_row(9) == 11);
static_assert(effective_row(11) == 15);
static_assert(effective_row(13) == 21);
static_assert(effective_row(15) == 29);
static_assert(effective_row(17) == 39);
static_assert(effective_row(19) == 51);
static_assert(effective_row(21) == 63);

static_assert(weights<3>() == std::array {0.25f, 0.5f, 0.25f});
static_assert(weights<5>() == std::array {1.0f / 16, 4.0f / 16, 6.0f / 16, 4.0f / 16, 1.0f / 16});
static_assert(integer_weights<3>() == std::array<uint32_t, 3> {16384, 32768, 16384});

TEST(coefficients, effective_rows_are_those_of_the_thesis) {
    const std::pair<uint32_t, uint32_t> rows[] = {{3, 3},   {5, 5},   {7, 7},   {9, 11},  {11, 15},
                                                  {13, 21}, {15, 29}, {17, 39}, {19, 51}, {21, 63}};
    for (const auto& [taps, row] : rows) EXPECT_EQ(effective_row(taps), row) << taps;
    EXPECT_EQ(effective_row(23), 0u);  // no row up to 63 has 23 visible numbers
}

TEST(coefficients, binomials_are_those_of_pascals_triangle) {
    // Compute the triangle in integers by addition, up to the largest row that is used.
    std::vector<uint64_t> row {1};
    for (uint32_t n = 1; n <= 62; ++n) {
        std::vector<uint64_t> next(row.size() + 1, 0);
        for (size_t i = 0; i < row.size(); ++i) {
            next[i] += row[i];
            next[i + 1] += row[i];
        }
        row = next;
        for (uint32_t k = 0; k <= n; ++k) ASSERT_EQ(binomial(n, k), row[k]) << n << " over " << k;
    }
}

TEST(coefficients, add_up_to_one_and_are_symmetrical) {
    for (uint32_t taps = min_taps; taps <= max_taps; taps += 2) {
        const auto all = weights_of(taps);
        ASSERT_EQ(all.size(), taps);
        EXPECT_NEAR(std::accumulate(all.begin(), all.end(), 0.0), 1.0, 1e-6) << taps;
        const auto whole = integer_weights_of(taps);
        EXPECT_EQ(std::accumulate(whole.begin(), whole.end(), 0u), integer_weight_sum) << taps;
        for (size_t i = 0; i < taps; ++i) {
            EXPECT_EQ(all[i], all[taps - 1 - i]);
            EXPECT_EQ(whole[i], whole[taps - 1 - i]);
            // Each weight is rounded; the middle one also contains the rounding error of all others.
            EXPECT_NEAR(whole[i], static_cast<double>(all[i]) * integer_weight_sum, i == taps / 2 ? 0.5 * taps : 0.51);
        }
    }
    EXPECT_TRUE(weights_of(4).empty());
    EXPECT_TRUE(weights_of(23).empty());
}

// A row of n numbers is a binomial distribution of variance (n - 1) / 4, which is close to a Gaussian of that variance.
TEST(coefficients, are_close_to_a_gaussian) {
    for (uint32_t taps = 9; taps <= max_taps; taps += 2) {
        const auto all = weights_of(taps);
        const double variance = (effective_row(taps) - 1) / 4.0;
        double total = 0.0;
        std::vector<double> gaussian;
        for (uint32_t i = 0; i < taps; ++i) {
            const double from_middle = static_cast<double>(i) - taps / 2;
            gaussian.push_back(std::exp(-from_middle * from_middle / (2.0 * variance)));
            total += gaussian.back();
        }
        for (uint32_t i = 0; i < taps; ++i) EXPECT_NEAR(all[i], gaussian[i] / total, 0.007) << taps;
    }
}

}  // namespace
}  // namespace ingot::samples::blur
