// Compares Student's t-distribution with published tables and closed forms, and the binomial distribution with the sum
// of its terms.
#include "ingot/metrics/student_t.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "incomplete_beta.hpp"

namespace ingot::metrics {
namespace {

TEST(student_t, has_the_quantiles_of_the_tables) {
    // Two-sided probabilities. The first three are from Abramowitz and Stegun, table 26.10. The last two were computed; 3.291
    // and 1.959964 are quantiles of the normal distribution.
    EXPECT_NEAR(two_sided_probability(12.706, 1), 0.05, 1e-5);
    EXPECT_NEAR(two_sided_probability(2.776, 4), 0.05, 1e-4);
    EXPECT_NEAR(two_sided_probability(3.169, 10), 0.01, 1e-5);
    EXPECT_NEAR(two_sided_probability(3.291, 120), 0.00131, 1e-5);
    EXPECT_NEAR(two_sided_probability(1.959964, std::numeric_limits<double>::infinity()), 0.05, 1e-7);
}

TEST(student_t, has_its_closed_forms) {
    // With one degree of freedom Student's t-distribution is Cauchy's distribution. The closed form for two degrees of freedom
    // contains a square root.
    for (const double t : {0.0, 0.1, 1.0, 7.0, 1000.0}) {
        EXPECT_NEAR(two_sided_probability(t, 1), 1.0 - 2.0 / std::numbers::pi * std::atan(t), 1e-12) << t;
        EXPECT_NEAR(two_sided_probability(t, 2), 1.0 - t / std::sqrt(2.0 + t * t), 1e-12) << t;
        EXPECT_DOUBLE_EQ(two_sided_probability(-t, 3), two_sided_probability(t, 3));
    }
    // With many degrees of freedom the distribution is nearly the normal distribution, so the results for 1e6 and 1e9 are
    // almost equal. The last line tests a small probability.
    EXPECT_NEAR(two_sided_probability(2.0, 1e6), two_sided_probability(2.0, 1e9), 1e-6);
    EXPECT_LT(two_sided_probability(30.0, 100), 1e-50);
}

TEST(binomial, agrees_with_adding_up) {
    const auto added_up = [](int successes, int trials, double p) {
        double sum = 0.0;
        for (int k = successes; k <= trials; ++k)
            sum += std::exp(std::lgamma(trials + 1.0) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1.0)) * std::pow(p, k) *
                   std::pow(1.0 - p, trials - k);
        return sum;
    };
    for (const int successes : {1, 3, 10, 20})
        EXPECT_NEAR(binomial_at_least(successes, 20, 0.05), added_up(successes, 20, 0.05), 1e-12) << successes;
    EXPECT_EQ(binomial_at_least(0, 20, 0.05), 1.0);
    EXPECT_EQ(binomial_at_least(21, 20, 0.05), 0.0);
    EXPECT_NEAR(binomial_at_least(550, 10'000, 0.05), 0.01241993, 1e-8);  // computed with 60 decimal digits
}

}  // namespace
}  // namespace ingot::metrics
