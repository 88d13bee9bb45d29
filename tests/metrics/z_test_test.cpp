// Tests that z_test() accepts pictures of the same mean with its documented probability, and that it finds errors which
// the noise hides from a person.
#include "ingot/metrics/z_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ingot::metrics {
namespace {

constexpr int width = 48;
constexpr int height = 32;

// Generates pictures of a gradient with noise like a path tracer's: most samples are dark and few are bright
// (exponential distribution). `bias` is a relative error of all means. The column `dark_x` is black; -1: no column is.
class renders {
public:
    explicit renders(uint64_t seed) : engine_(seed) {}

    std::vector<double> one(double bias = 0.0, int dark_x = -1) {
        std::vector<double> values;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int channel = 0; channel < 3; ++channel) {
                    const double mean = (0.2 + 0.01 * x + 0.1 * channel) * (1.0 + bias) * (x == dark_x ? 0.0 : 1.0);
                    values.push_back(-mean * std::log(1.0 - static_cast<double>(engine_() >> 11U) * 0x1p-53));
                }
        return values;
    }
    estimate estimate_with(int count, double bias = 0.0, int dark_x = -1) {
        std::vector<std::vector<double>> all;
        for (int i = 0; i < count; ++i) all.push_back(one(bias, dark_x));
        return estimate_from_renders(all, width, height, 3);
    }

private:
    std::mt19937_64 engine_;
};

TEST(z_test, pictures_of_the_same_mean_pass) {
    int alarms = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        renders draw(seed);
        if (!z_test(draw.estimate_with(16), draw.estimate_with(16)).passed) ++alarms;
    }
    EXPECT_LE(alarms, 1);  // about 0.04 are expected: 20 comparisons with 2 tests each, at the significance 0.001
}

TEST(z_test, the_same_picture_has_no_difference) {
    renders draw(1);
    const estimate estimate = draw.estimate_with(8);
    const auto found = z_test(estimate, estimate);
    EXPECT_EQ(found.largest_z, 0.0);
    EXPECT_EQ(found.rejected_blocks, 0U);
    EXPECT_EQ(found.blocks, 12U * 8U * 3U);  // blocks of 4 x 4 pixels, times 3 channels
    EXPECT_TRUE(found.passed);
}

TEST(z_test, finds_a_column_that_is_missing) {
    renders draw(2);
    const auto found = z_test(draw.estimate_with(64), draw.estimate_with(64, 0.0, 21));
    EXPECT_FALSE(found.passed);
    EXPECT_GT(found.rejected_blocks, 0U);
    EXPECT_EQ(found.largest_x, 20);  // the first column of the block that contains column 21
    EXPECT_GT(found.z[21], 3.0f);    // of pixel 21 of the top row, in standard deviations
}

TEST(z_test, finds_a_small_bias_of_all_pixels_by_counting) {
    renders draw(3);
    const auto found = z_test(draw.estimate_with(24), draw.estimate_with(24, 0.08));
    EXPECT_FALSE(found.passed);
    EXPECT_LT(found.bias_probability, 1e-6);
    EXPECT_GT(found.share_below_5_percent, 0.06);  // without a bias about 0.05
}

TEST(z_test, sums_and_means_give_the_same_estimate_as_renders) {
    renders draw(4);
    std::vector<std::vector<double>> all;
    for (int i = 0; i < 8; ++i) all.push_back(draw.one());
    std::vector<double> sums(all[0].size());
    std::vector<double> squares(all[0].size());
    for (const auto& each : all)
        for (size_t i = 0; i < each.size(); ++i) {
            sums[i] += each[i];
            squares[i] += each[i] * each[i];
        }
    const estimate from_renders = estimate_from_renders(all, width, height, 3);
    const estimate from_sums = estimate_from_sums(sums, squares, 8.0, width, height, 3);
    // The sum of squared deviations of 8 renders is 8 - 1 times the variance.
    std::vector<double> deviations = from_renders.variance;
    for (double& each : deviations) each *= 7.0;
    const estimate from_means = estimate_from_means(from_renders.mean, deviations, 8.0, width, height, 3);
    for (size_t i = 0; i < sums.size(); ++i) {
        ASSERT_NEAR(from_renders.variance[i], from_means.variance[i], 1e-12);
        ASSERT_NEAR(from_renders.mean[i], from_sums.mean[i], 1e-12);
        ASSERT_NEAR(from_renders.variance[i], from_sums.variance[i], 1e-12);
    }
}

TEST(z_test, pixels_without_noise_must_be_equal) {
    const std::vector<std::vector<double>> flat(2, std::vector<double>(3 * width * height, 0.5));
    auto shifted = flat;
    for (auto& each : shifted) each[17] = 0.6;
    const estimate estimate = estimate_from_renders(flat, width, height, 3);
    EXPECT_TRUE(z_test(estimate, estimate).passed);
    EXPECT_FALSE(z_test(estimate, estimate_from_renders(shifted, width, height, 3)).passed);
}

TEST(z_test, what_cannot_be_compared_is_rejected) {
    renders draw(5);
    const estimate original = draw.estimate_with(4);
    estimate other = original;
    other.mean[5] = std::nan("");
    EXPECT_THROW(z_test(original, other), comparison_error);
    other = original;
    other.variance.pop_back();
    EXPECT_THROW(z_test(original, other), comparison_error);
    EXPECT_THROW(estimate_from_renders(std::vector<std::vector<double>> {draw.one()}, width, height, 3), comparison_error);
    EXPECT_THROW(estimate_from_renders(std::vector<std::vector<double>> {draw.one(), std::vector<double>(3)}, width, height, 3),
                 comparison_error);
    const auto sums = draw.one();
    EXPECT_THROW(estimate_from_sums(sums, sums, 1.0, width, height, 3), comparison_error);
}

}  // namespace
}  // namespace ingot::metrics
