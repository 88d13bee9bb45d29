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

size_t index_of(const estimate& in, int x, int y, int channel) {
    const auto pixel = static_cast<size_t>(y) * static_cast<size_t>(in.width) + static_cast<size_t>(x);
    return pixel * static_cast<size_t>(in.channels) + static_cast<size_t>(channel);
}

void require_complete(const estimate& of, const char* which) {
    const auto refuse = [which](const std::string& problem) { throw comparison_error(std::string(which) + ": " + problem); };
    if (of.width < 1 || of.height < 1 || of.channels < 1) refuse("it has no pixels");
    if (of.mean.size() != of.values() || of.variance.size() != of.values())
        refuse("means and variances must be one for each channel of each pixel");
    if (!(of.renders > 1.0)) refuse("a variance needs more than one render");
    for (size_t i = 0; i < of.values(); ++i)
        if (!std::isfinite(of.mean[i]) || !(of.variance[i] >= 0.0) || !std::isfinite(of.variance[i])) {
            const size_t pixel = i / static_cast<size_t>(of.channels);
            refuse("the pixel at " + std::to_string(pixel % static_cast<size_t>(of.width)) + ", " +
                   std::to_string(pixel / static_cast<size_t>(of.width)) + " is no number");
        }
}

// One block of one channel: mean, variance of that mean, and what Welch's degrees of freedom are made of.
struct block_sum {
    double mean = 0.0;
    double variance = 0.0;
    double variance_squared_over_freedom = 0.0;
};

block_sum sum_block(const estimate& of, int x0, int y0, int x1, int y1, int channel) {
    block_sum sum;
    const double pixels = static_cast<double>(x1 - x0) * static_cast<double>(y1 - y0);
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            const size_t i = index_of(of, x, y, channel);
            const double variance = of.variance[i] / (of.renders * pixels * pixels);
            sum.mean += of.mean[i] / pixels;
            sum.variance += variance;
            sum.variance_squared_over_freedom += variance * variance / (of.renders - 1.0);
        }
    return sum;
}

struct block_test {
    double z = 0.0;
    double probability = 1.0;
};

block_test test_block(const block_sum& one, const block_sum& other, double least_deviation) {
    const double own = one.variance + other.variance;
    const double least = least_deviation * least_deviation;
    const double freedom = own > least ? own * own / (one.variance_squared_over_freedom + other.variance_squared_over_freedom)
                                       : std::numeric_limits<double>::infinity();
    const double z = std::abs(one.mean - other.mean) / std::sqrt(std::max(own, least));
    return {z, two_sided_probability(z, freedom)};
}

// Holm: the smallest probability is judged against the significance over all tests, the next over one fewer, up to the first that
// passes.
size_t rejected_by_holm(std::vector<double> probabilities, double significance) {
    std::ranges::sort(probabilities);
    size_t rejected = 0;
    while (rejected < probabilities.size() &&
           probabilities[rejected] <= significance / static_cast<double>(probabilities.size() - rejected))
        ++rejected;
    return rejected;
}

void mark(z_test_result& result, int width, int x0, int y0, int x1, int y1, double z) {
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            float& shown = result.z[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
            shown = std::max(shown, static_cast<float>(z));
        }
    if (z <= result.largest_z) return;
    result.largest_z = z;
    result.largest_x = x0;
    result.largest_y = y0;
}

}  // namespace

size_t estimate::values() const {
    return static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(channels);
}

estimate estimate_of(std::span<const std::vector<double>> renders, int width, int height, int channels) {
    estimate of {width, height, channels, static_cast<double>(renders.size()), {}, {}};
    if (renders.size() < 2) throw comparison_error("a variance needs two renders at least");
    for (const auto& each : renders)
        if (each.size() != of.values()) throw comparison_error("the renders have different sizes");
    of.mean.assign(of.values(), 0.0);
    of.variance.assign(of.values(), 0.0);
    for (size_t i = 0; i < of.values(); ++i) {
        for (const auto& each : renders) of.mean[i] += each[i] / of.renders;
        for (const auto& each : renders) of.variance[i] += (each[i] - of.mean[i]) * (each[i] - of.mean[i]) / (of.renders - 1.0);
    }
    return of;
}

estimate estimate_of_sums(std::span<const double> sums, std::span<const double> sums_of_squares, double samples, int width,
                          int height, int channels) {
    estimate of {width, height, channels, samples, {}, {}};
    if (sums.size() != of.values() || sums_of_squares.size() != of.values())
        throw comparison_error("sums and sums of squares must be one for each channel of each pixel");
    if (!(samples > 1.0)) throw comparison_error("a variance needs more than one sample of each pixel");
    for (size_t i = 0; i < of.values(); ++i) {
        const double mean = sums[i] / samples;
        of.mean.push_back(mean);
        // Rounding may bring the difference below 0.
        of.variance.push_back(std::max(0.0, (sums_of_squares[i] - samples * mean * mean) / (samples - 1.0)));
    }
    return of;
}

estimate estimate_of_means(std::span<const double> means, std::span<const double> squared_deviations, double samples, int width,
                           int height, int channels) {
    estimate of {width, height, channels, samples, {means.begin(), means.end()}, {}};
    if (means.size() != of.values() || squared_deviations.size() != of.values())
        throw comparison_error("means and squared deviations must be one for each channel of each pixel");
    if (!(samples > 1.0)) throw comparison_error("a variance needs more than one sample of each pixel");
    for (const double each : squared_deviations) of.variance.push_back(std::max(0.0, each) / (samples - 1.0));
    return of;
}

z_test_result z_test(const estimate& reference, const estimate& test, const z_test_settings& settings) {
    require_complete(reference, "the reference");
    require_complete(test, "the picture");
    if (reference.width != test.width || reference.height != test.height || reference.channels != test.channels)
        throw comparison_error("the pictures have different sizes");
    if (settings.block < 1) throw comparison_error("a block has one pixel at least");

    z_test_result result;
    result.z.assign(static_cast<size_t>(test.width) * static_cast<size_t>(test.height), 0.0f);
    std::vector<double> probabilities;
    for (int y = 0; y < test.height; y += settings.block)
        for (int x = 0; x < test.width; x += settings.block)
            for (int channel = 0; channel < test.channels; ++channel) {
                const int right = std::min(x + settings.block, test.width);
                const int bottom = std::min(y + settings.block, test.height);
                const auto [z, probability] = test_block(sum_block(reference, x, y, right, bottom, channel),
                                                         sum_block(test, x, y, right, bottom, channel), settings.least_deviation);
                probabilities.push_back(probability);
                mark(result, test.width, x, y, right, bottom, z);
            }
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
