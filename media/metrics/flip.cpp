// FLIP compares two pictures in two pipelines and combines their results (paper, section 4):
//
//     colour    filter each channel of the opponent space with the eye's contrast sensitivity, convert to a space in
//               which distances are perceived differences, and take the distance of the two colours of each pixel
//     feature   find the edges and points of the achromatic channel, and take the difference of their strengths in each
//               pixel
//     result    colour difference to the power of (1 - feature difference)
//
// "Paper" is the one that flip.hpp names.
#include <algorithm>
#include <array>
#include <cmath>
#include <ingot/metrics/flip.hpp>
#include <numbers>
#include <numeric>

#include "flip_colours.hpp"
#include "gaussian_filter.hpp"

namespace ingot::metrics {

namespace {

constexpr double pi = std::numbers::pi;

// Exponents, and the point at which the curve of the colour error changes its slope: where a distance, to the power of
// colour_exponent, is 0.4 of the largest such value, the error is 0.95 (paper, sections 4.1 to 4.3).
constexpr double colour_exponent = 0.7;
constexpr double feature_exponent = 0.5;
constexpr double break_of_error = 0.4;
constexpr double error_at_break = 0.95;

// ---- colour pipeline

// A contrast sensitivity function as a sum of two Gaussians of the visual angle x, a·sqrt(π/b)·exp(-π²x²/b) (paper,
// table 1; Movshon and Kiorpes 1988, Mullen 1985).
struct sensitivity {
    double a1, b1, a2, b2;
};
constexpr std::array<sensitivity, 3> sensitivities {{
    {1.0, 0.0047, 0.0, 1e-5},   // achromatic
    {1.0, 0.0053, 0.0, 1e-5},   // red-green
    {34.1, 0.04, 13.5, 0.025},  // blue-yellow
}};

// Filters a channel with its contrast sensitivity. A two-dimensional Gaussian is a product of two one-dimensional ones, so
// each Gaussian of the sum is a separable filter.
plane filter_channel(const plane& channel, const sensitivity& function, double pixels_per_degree) {
    constexpr double widest = 0.04;  // the largest b of the three channels
    const int radius = static_cast<int>(std::ceil(3.0 * std::sqrt(widest / (2.0 * pi * pi)) * pixels_per_degree));
    const auto gaussian = [&](double b) {
        return sample_weights(radius,
                              [&](double x) { return std::exp(-pi * pi * x * x / (pixels_per_degree * pixels_per_degree * b)); });
    };
    plane result(channel.width, channel.height);
    double total_weight = 0.0;
    for (const auto& [a, b] : {std::pair(function.a1, function.b1), std::pair(function.a2, function.b2)}) {
        if (a == 0.0) continue;
        const auto weights = gaussian(b);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        const double height = a * std::sqrt(pi / b);
        const plane part = convolve(channel, weights, weights);
        for (size_t i = 0; i < result.values.size(); ++i) result.values[i] += height * part.values[i];
        total_weight += height * sum * sum;
    }
    for (double& each : result.values) each /= total_weight;
    return result;
}

// Converts a picture to the channels of the opponent space.
std::array<plane, 3> opponent_planes(const picture_view& picture) {
    std::array<double, 256> linear {};
    for (size_t i = 0; i < linear.size(); ++i) linear[i] = decode_srgb8(static_cast<uint8_t>(i));
    const plane empty(picture.width, picture.height);
    std::array<plane, 3> planes {empty, empty, empty};
    for (size_t i = 0; i < picture.pixel_count(); ++i) {
        const uint8_t* const rgb = &picture.rgb[3 * i];
        const colour converted = to_opponent_space({linear[rgb[0]], linear[rgb[1]], linear[rgb[2]]});
        for (size_t channel = 0; channel < 3; ++channel) planes[channel].values[i] = converted[channel];
    }
    return planes;
}

// Returns the colours that a person perceives from the viewing distance, in a space in which distances are perceived
// differences.
std::vector<colour> perceived_colours(const std::array<plane, 3>& planes, double pixels_per_degree) {
    std::array<plane, 3> filtered = planes;
    for (size_t channel = 0; channel < 3; ++channel)
        filtered[channel] = filter_channel(planes[channel], sensitivities[channel], pixels_per_degree);
    std::vector<colour> colours(filtered[0].values.size());
    for (size_t i = 0; i < colours.size(); ++i)
        colours[i] =
            to_hunt_adjusted_lab(to_displayable_linear({filtered[0].values[i], filtered[1].values[i], filtered[2].values[i]}));
    return colours;
}

// Maps the distance of two colours to an error from 0 to 1. The smaller distances, up to break_of_error, are mapped to the
// larger part of this range, 0 to error_at_break (paper, section 4.1).
double redistribute(double distance) {
    static const double largest =
        std::pow(hyab_distance(to_hunt_adjusted_lab({0, 1, 0}), to_hunt_adjusted_lab({0, 0, 1})), colour_exponent);
    const double powered = std::pow(distance, colour_exponent);
    const double limit = break_of_error * largest;
    if (powered < limit) return error_at_break / limit * powered;
    return error_at_break + (powered - limit) / (largest - limit) * (1.0 - error_at_break);
}

// ---- feature pipeline

// The width of the eye's feature detectors in degrees of visual angle (paper, section 4.2).
constexpr double feature_width = 0.082;

// Scales the weights of a detector so that the sum of the positive ones is 1 and that of the negative ones is -1. The
// strength of a feature then does not depend on the viewing distance.
std::vector<double> balance_weights(std::vector<double> weights) {
    double positive = 0.0;
    double negative = 0.0;
    for (const double each : weights) (each > 0.0 ? positive : negative) += each;
    for (double& each : weights) each /= each > 0.0 ? positive : -negative;
    return weights;
}

// The filters that detect edges and points: derivatives of a Gaussian in one direction, and the Gaussian in the other.
struct feature_detectors {
    explicit feature_detectors(double pixels_per_degree) {
        const double deviation = 0.5 * feature_width * pixels_per_degree;
        const int radius = static_cast<int>(std::ceil(3.0 * deviation));
        const auto gaussian = [&](double x) { return std::exp(-x * x / (2.0 * deviation * deviation)); };
        smooth = sample_weights(radius, gaussian);
        const double sum = std::accumulate(smooth.begin(), smooth.end(), 0.0);
        for (double& each : smooth) each /= sum;
        edge = balance_weights(sample_weights(radius, [&](double x) { return -x * gaussian(x); }));
        point = balance_weights(
            sample_weights(radius, [&](double x) { return (x * x / (deviation * deviation) - 1.0) * gaussian(x); }));
    }

    std::vector<double> smooth;
    std::vector<double> edge;   // first derivative of the Gaussian
    std::vector<double> point;  // second derivative of the Gaussian
};

// Returns the strength of a feature in each pixel: the length of the vector of its strengths along x and y.
plane feature_strength(const plane& picture, const std::vector<double>& detector, const std::vector<double>& smooth) {
    plane along_x = convolve(picture, detector, smooth);
    const plane along_y = convolve(picture, smooth, detector);
    std::ranges::transform(along_x.values, along_y.values, along_x.values.begin(),
                           [](double x, double y) { return std::hypot(x, y); });
    return along_x;
}

// Returns the difference of the features in each pixel: that of the edges or that of the points, whichever is larger
// (paper, section 4.2, before the power). The pictures are achromatic channels from 0 to 1.
plane feature_difference(const plane& reference, const plane& test, double pixels_per_degree) {
    const feature_detectors detectors(pixels_per_degree);
    plane largest(reference.width, reference.height);
    for (const auto& detector : {detectors.edge, detectors.point}) {
        const plane reference_strength = feature_strength(reference, detector, detectors.smooth);
        const plane test_strength = feature_strength(test, detector, detectors.smooth);
        for (size_t i = 0; i < largest.values.size(); ++i)
            largest.values[i] = std::max(largest.values[i], std::abs(reference_strength.values[i] - test_strength.values[i]));
    }
    return largest;
}

// Scales the achromatic channel of the opponent space to 0 to 1.
plane achromatic(const plane& channel) {
    plane scaled = channel;
    for (double& each : scaled.values) each = (each + 16.0) / 116.0;
    return scaled;
}

}  // namespace

double flip_map::mean() const {
    if (errors.empty()) return 0.0;
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

double flip_map::percentile(double share) const {
    if (errors.empty()) return 0.0;
    std::vector<float> sorted_errors = errors;
    const double rank = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted_errors.size()));
    const auto position = sorted_errors.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
    std::ranges::nth_element(sorted_errors, position);
    return static_cast<double>(*position);
}

flip_map flip(const picture_view& reference, const picture_view& test, double pixels_per_degree) {
    check_comparable(reference, test);
    if (!(pixels_per_degree > 0.0)) throw comparison_error("FLIP: the pixels per degree must be a positive number");
    if (std::ranges::equal(reference.rgb, test.rgb))
        return {reference.width, reference.height, std::vector<float>(reference.pixel_count(), 0.0f)};
    // Compute the perceived colours of both pictures, and the differences of their features.
    const auto reference_planes = opponent_planes(reference);
    const auto test_planes = opponent_planes(test);
    const auto reference_colours = perceived_colours(reference_planes, pixels_per_degree);
    const auto test_colours = perceived_colours(test_planes, pixels_per_degree);
    const plane features = feature_difference(achromatic(reference_planes[0]), achromatic(test_planes[0]), pixels_per_degree);

    flip_map map {reference.width, reference.height, std::vector<float>(reference.pixel_count())};
    for (size_t i = 0; i < map.errors.size(); ++i) {
        const double colour_error = redistribute(hyab_distance(reference_colours[i], test_colours[i]));
        const double feature_error = std::pow(features.values[i] / std::numbers::sqrt2, feature_exponent);
        // A difference of features makes the difference of colours more visible (paper, section 4.3).
        map.errors[i] = static_cast<float>(std::pow(colour_error, 1.0 - feature_error));
    }
    return map;
}

}  // namespace ingot::metrics
