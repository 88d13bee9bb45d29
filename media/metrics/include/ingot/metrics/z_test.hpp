// Are two Monte-Carlo pictures estimates of the same picture? They never are equal, so their noise says how far apart they may
// be.
//
// For each pixel and channel, Welch's test ("The generalization of 'Student's' problem when several different population
// variances are involved", Biometrika 34, 1947) of the two means, on blocks of pixels, where averaging brings the noise nearer to
// a normal distribution; as Jung, Hanika and Dachsbacher do ("Detecting Bias in Monte Carlo Renderers using Welch's t-test",
// Journal of Computer Graphics Techniques 9(2), 2020). Many tests at once need a correction: Holm's ("A simple sequentially
// rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979), which keeps the probability of any false alarm
// in the whole picture at the significance. It sees a large error of few blocks. A small error of all is seen by counting: blocks
// whose own probability is below 5 % should be 5 % of them, and the binomial distribution says how probable more are.
#pragma once

#include <cstddef>
#include <ingot/metrics/picture_view.hpp>
#include <span>
#include <vector>

namespace ingot::metrics {

/// What is known of a picture by drawing it several times: `channels` values for each pixel, the top row first.
struct estimate {
    int width = 0;
    int height = 0;
    int channels = 3;
    double renders = 0.0;  ///< independent ones, or samples of a pixel, behind each mean; more than 1
    std::vector<double> mean;
    std::vector<double> variance;  ///< of one render (unbiased), not of the mean

    size_t values() const;
};

/// Mean and variance of two or more renders of the same size, which differ by their seed only. Throws comparison_error otherwise.
estimate estimate_of(std::span<const std::vector<double>> renders, int width, int height, int channels);

/// Mean and variance out of the sums that a progressive renderer keeps. Throws comparison_error where sizes do not fit.
estimate estimate_of_sums(std::span<const double> sums, std::span<const double> sums_of_squares, double samples, int width,
                          int height, int channels);

/// The same out of means and sums of squared deviations from them, as Welford's method keeps them.
estimate estimate_of_means(std::span<const double> means, std::span<const double> squared_deviations, double samples, int width,
                           int height, int channels);

struct z_test_settings {
    double significance = 0.001;  ///< probability of a false alarm of each of the two tests
    int block = 4;                ///< pixels on a side that are averaged; 1 for none
    /// Standard deviation below which a block's own is not believed, in the picture's units: rounding, where a pixel has no
    /// noise.
    double least_deviation = 1e-4;
};

struct z_test_result {
    size_t blocks = 0;           ///< tests: blocks times channels
    size_t rejected_blocks = 0;  ///< by Holm's procedure
    double largest_z = 0.0;      ///< |difference of the means| / its standard deviation
    int largest_x = 0;           ///< of that block's first pixel
    int largest_y = 0;
    double share_below_5_percent = 0.0;  ///< of blocks whose own probability is below 5 %
    double bias_probability = 1.0;       ///< of at least so many where the pictures are estimates of the same
    bool passed = true;
    std::vector<float> z;  ///< of each pixel, the largest of its channels' blocks: to look at
};

/// Throws comparison_error where the sizes differ or an estimate has no variance, or where a mean is no number.
z_test_result z_test(const estimate& reference, const estimate& test, const z_test_settings& settings = {});

}  // namespace ingot::metrics
