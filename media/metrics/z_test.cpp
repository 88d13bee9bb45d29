#include <algorithm>
#include <cmath>
#include <ingot/metrics/student_t.hpp>
#include <ingot/metrics/z_test.hpp>
#include <limits>
#include <string>

#include "incomplete_beta.hpp"

namespace ingot::metrics {

namespace {

constexpr double counted_probability = 0.05;

size_t index_of(const estimate& picture, int x, int y, int channel) {
    const auto pixel = static_cast<size_t>(y) * static_cast<size_t>(picture.width) + static_cast<size_t>(x);
    return pixel * static_cast<size_t>(picture.channels) + static_cast<size_t>(channel);
}

// Throws comparison_error if an estimate is incomplete, or has a value that is not finite or a negative variance. The message
// begins with `name`.
void require_complete(const estimate& picture, const char* name) {
    const auto fail = [name](const std::string& problem) { throw comparison_error(std::string(name) + ": " + problem); };
    if (picture.width < 1 || picture.height < 1 || picture.channels < 1) fail("it has no pixels");
    if (picture.mean.size() != picture.value_count() || picture.variance.size() != picture.value_count())
        fail("there must be one mean and one variance for each channel of each pixel");
    if (!(picture.renders > 1.0)) fail("a variance requires more than one render");
    for (size_t i = 0; i < picture.value_count(); ++i)
        if (!std::isfinite(picture.mean[i]) || !(picture.variance[i] >= 0.0) || !std::isfinite(picture.variance[i])) {
            const size_t pixel = i / static_cast<size_t>(picture.channels);
            fail("the pixel at " + std::to_string(pixel % static_cast<size_t>(picture.width)) + ", " +
                 std::to_string(pixel / static_cast<size_t>(picture.width)) +
                 " has a mean or a variance that is not finite, or a negative variance");
        }
}

// Statistics of one channel of a block: the mean, the variance of the mean, and a sum from which test_block() computes
// the degrees of freedom of Welch's test.
struct block_sum {
    double mean = 0.0;
    double variance = 0.0;
    double variance_squared_over_freedom = 0.0;
};

block_sum sum_block(const estimate& picture, int x0, int y0, int x1, int y1, int channel) {
    block_sum sum;
    const double pixels = static_cast<double>(x1 - x0) * static_cast<double>(y1 - y0);
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            const size_t i = index_of(picture, x, y, channel);
            const double variance = picture.variance[i] / (picture.renders * pixels * pixels);
            sum.mean += picture.mean[i] / pixels;
            sum.variance += variance;
            sum.variance_squared_over_freedom += variance * variance / (picture.renders - 1.0);
        }
    return sum;
}

struct block_test {
    double z = 0.0;
    double probability = 1.0;
};

// Tests whether two means are equal, by Welch's test with the Welch-Satterthwaite degrees of freedom. If the standard
// deviation is below least_deviation, uses least_deviation and the normal distribution instead.
block_test test_block(const block_sum& first, const block_sum& other, double least_deviation) {
    const double variance = first.variance + other.variance;
    const double min_variance = least_deviation * least_deviation;
    const double freedom = variance > min_variance
                               ? variance * variance / (first.variance_squared_over_freedom + other.variance_squared_over_freedom)
                               : std::numeric_limits<double>::infinity();
    const double z = std::abs(first.mean - other.mean) / std::sqrt(std::max(variance, min_variance));
    return {z, two_sided_probability(z, freedom)};
}

// Returns how many of n tests Holm's procedure rejects. Compares the smallest probability with significance / n, the
// next one with significance / (n - 1), and so on. The first test that passes ends the procedure.
size_t rejected_by_holm(std::vector<double> probabilities, double significance) {
    std::ranges::sort(probabilities);
    size_t rejected = 0;
    while (rejected < probabilities.size() &&
           probabilities[rejected] <= significance / static_cast<double>(probabilities.size() - rejected))
        ++rejected;
    return rejected;
}

// Stores the z of one channel of a block in the result: in result.z for each pixel of the block, and in result.largest_z,
// wherever it is larger than the value that is there.
void store_z(z_test_result& result, int width, int x0, int y0, int x1, int y1, double z) {
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            float& z_value = result.z[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
            z_value = std::max(z_value, static_cast<float>(z));
        }
    if (z <= result.largest_z) return;
    result.largest_z = z;
    result.largest_x = x0;
    result.largest_y = y0;
}

}  // namespace

size_t estimate::value_count() const {
    return static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(channels);
}

estimate estimate_from_renders(std::span<const std::vector<double>> renders, int width, int height, int channels) {
    estimate result {width, height, channels, static_cast<double>(renders.size()), {}, {}};
    if (renders.size() < 2) throw comparison_error("a variance requires at least two renders");
    for (const auto& each : renders)
        if (each.size() != result.value_count()) throw comparison_error("the renders have different sizes");
    result.mean.assign(result.value_count(), 0.0);
    result.variance.assign(result.value_count(), 0.0);
    for (size_t i = 0; i < result.value_count(); ++i) {
        for (const auto& each : renders) result.mean[i] += each[i] / result.renders;
        for (const auto& each : renders)
            result.variance[i] += (each[i] - result.mean[i]) * (each[i] - result.mean[i]) / (result.renders - 1.0);
    }
    return result;
}

estimate estimate_from_sums(std::span<const double> sums, std::span<const double> sums_of_squares, double samples, int width,
                            int height, int channels) {
    estimate result {width, height, channels, samples, {}, {}};
    if (sums.size() != result.value_count() || sums_of_squares.size() != result.value_count())
        throw comparison_error("there must be one sum and one sum of squares for each channel of each pixel");
    if (!(samples > 1.0)) throw comparison_error("a variance requires more than one sample of each pixel");
    for (size_t i = 0; i < result.value_count(); ++i) {
        const double mean = sums[i] / samples;
        result.mean.push_back(mean);
        // The difference may be negative because of rounding.
        result.variance.push_back(std::max(0.0, (sums_of_squares[i] - samples * mean * mean) / (samples - 1.0)));
    }
    return result;
}

estimate estimate_from_means(std::span<const double> means, std::span<const double> squared_deviations, double samples, int width,
                             int height, int channels) {
    estimate result {width, height, channels, samples, {means.begin(), means.end()}, {}};
    if (means.size() != result.value_count() || squared_deviations.size() != result.value_count())
        throw comparison_error("there must be one mean and one squared deviation for each channel of each pixel");
    if (!(samples > 1.0)) throw comparison_error("a variance requires more than one sample of each pixel");
    for (const double each : squared_deviations) result.variance.push_back(std::max(0.0, each) / (samples - 1.0));
    return result;
}

z_test_result z_test(const estimate& reference, const estimate& test, const z_test_settings& settings) {
    require_complete(reference, "the reference");
    require_complete(test, "the picture");
    if (reference.width != test.width || reference.height != test.height || reference.channels != test.channels)
        throw comparison_error("the pictures have different sizes");
    if (settings.block_size < 1) throw comparison_error("the size of a block must be at least 1 pixel");

    // Test each channel of each block.
    z_test_result result;
    result.z.assign(static_cast<size_t>(test.width) * static_cast<size_t>(test.height), 0.0f);
    std::vector<double> probabilities;
    for (int y = 0; y < test.height; y += settings.block_size)
        for (int x = 0; x < test.width; x += settings.block_size)
            for (int channel = 0; channel < test.channels; ++channel) {
                const int right = std::min(x + settings.block_size, test.width);
                const int bottom = std::min(y + settings.block_size, test.height);
                const auto [z, probability] = test_block(sum_block(reference, x, y, right, bottom, channel),
                                                         sum_block(test, x, y, right, bottom, channel), settings.min_deviation);
                probabilities.push_back(probability);
                store_z(result, test.width, x, y, right, bottom, z);
            }
    // Find large errors of few blocks by Holm's procedure, and a small error of all blocks by counting the tests whose
    // probability is below 5 %.
    const auto below =
        static_cast<double>(std::ranges::count_if(probabilities, [](double p) { return p < counted_probability; }));
    result.blocks = probabilities.size();
    result.rejected_blocks = rejected_by_holm(std::move(probabilities), settings.significance);
    result.share_below_5_percent = below / static_cast<double>(result.blocks);
    result.bias_probability = binomial_at_least(below, static_cast<double>(result.blocks), counted_probability);
    result.passed = result.rejected_blocks == 0 && result.bias_probability > settings.significance;
    return result;
}

}  // namespace ingot::metrics
