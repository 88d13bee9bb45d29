// Tests whether two Monte-Carlo renderings are estimates of the same picture. Two renderings are never equal, because
// each has noise. The test compares their differences with the noise.
//
// The test divides the picture into blocks of pixels and compares the two means of each channel of each block by
// Welch's test ("The generalization of 'Student's' problem when several different population variances are involved",
// Biometrika 34, 1947). The distribution of a block's mean is closer to a normal distribution than that of a pixel. The
// method is from Jung, Hanika and Dachsbacher ("Detecting Bias in Monte Carlo Renderers using Welch's t-test", Journal
// of Computer Graphics Techniques 9(2), 2020).
//
// Two procedures decide whether the renderings differ:
//
// 1. Holm's procedure ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
//    1979) finds large errors of few blocks. It corrects for the many tests: the probability of any false alarm in the
//    whole picture is at most the significance.
// 2. Counting finds a small error of all blocks. If both renderings are estimates of the same picture, about 5 % of the
//    blocks have a probability below 5 %. If more blocks do, the binomial distribution gives the probability of that number
//    or a larger one.
#pragma once

#include <cstddef>
#include <ingot/metrics/picture_view.hpp>
#include <span>
#include <vector>

namespace ingot::metrics {

/// The mean and variance of several renders of a picture, with `channels` values for each pixel, the top row first.
struct estimate {
    int width = 0;
    int height = 0;
    int channels = 3;
    double renders = 0.0;  ///< number of independent renders, or of samples of a pixel, in each mean; more than 1
    std::vector<double> mean;
    std::vector<double> variance;  ///< the unbiased variance of one render, not of the mean

    size_t value_count() const;
};

/// Computes mean and variance from at least two renders, which differ by their random seed only. Throws
/// comparison_error if there are fewer than two, or if one does not have width · height · channels values.
estimate estimate_from_renders(std::span<const std::vector<double>> renders, int width, int height, int channels);

/// Computes mean and variance from sums, which a progressive renderer accumulates. Throws comparison_error if the sizes
/// do not match or `samples` is not greater than 1.
estimate estimate_from_sums(std::span<const double> sums, std::span<const double> sums_of_squares, double samples, int width,
                            int height, int channels);

/// Computes the variance from means and sums of squared deviations, which Welford's method accumulates. Throws as
/// estimate_from_sums() does.
estimate estimate_from_means(std::span<const double> means, std::span<const double> squared_deviations, double samples, int width,
                             int height, int channels);

struct z_test_settings {
    double significance = 0.001;  ///< probability of a false alarm of Holm's procedure, and of the counting
    int block_size = 4;           ///< width and height of a block in pixels
    /// The test uses at least this standard deviation for the difference of two means of a block, in the picture's units.
    /// Otherwise it would report rounding errors in blocks without noise.
    double min_deviation = 1e-4;
};

struct z_test_result {
    size_t blocks = 0;                   ///< number of tests: blocks times channels
    size_t rejected_blocks = 0;          ///< number of tests that Holm's procedure rejects
    double largest_z = 0.0;              ///< largest |difference of the means| / standard deviation of the difference
    int largest_x = 0;                   ///< column of the first pixel of the block with the largest z
    int largest_y = 0;                   ///< row of this pixel
    double share_below_5_percent = 0.0;  ///< share of the tests whose probability is below 5 %
    /// probability of at least the share share_below_5_percent if both are estimates of the same picture
    double bias_probability = 1.0;
    bool passed = true;    ///< whether neither Holm's procedure nor the counting found an error
    std::vector<float> z;  ///< for each pixel the largest z of its channels, for a picture of the errors
};

/// Tests whether two estimates are of the same picture. Throws comparison_error if the sizes differ, if an estimate is
/// incomplete, if a mean or variance is not a finite number, if a variance is negative, or if a block has no pixel.
z_test_result z_test(const estimate& reference, const estimate& test, const z_test_settings& settings = {});

}  // namespace ingot::metrics
