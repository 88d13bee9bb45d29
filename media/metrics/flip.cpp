#include <algorithm>
#include <array>
#include <cmath>
#include <ingot/metrics/flip.hpp>
#include <numbers>
#include <numeric>

#include "flip_colours.hpp"
#include "flip_features.hpp"
#include "gaussian_filter.hpp"

namespace ingot::metrics {

namespace {

constexpr double pi = std::numbers::pi;

// Exponents and the break of the error's curve (paper, sections 4.1 and 4.3).
constexpr double colour_exponent = 0.7;
constexpr double feature_exponent = 0.5;
constexpr double break_of_error = 0.4;
constexpr double error_at_break = 0.95;

// The contrast sensitivity functions as sums of Gaussians in visual angle, a·sqrt(π/b)·exp(-π²x²/b) (paper, table 1; Movshon and
// Kiorpes 1988, Mullen 1985).
struct sensitivity {
    double a1, b1, a2, b2;
};
constexpr std::array<sensitivity, 3> sensitivities {{
    {1.0, 0.0047, 0.0, 1e-5},   // achromatic
    {1.0, 0.0053, 0.0, 1e-5},   // red-green
    {34.1, 0.04, 13.5, 0.025},  // blue-yellow
}};

// A two-dimensional Gaussian is a product of two, so each channel takes one filter, or the sum of two.
plane filtered(const plane& of, const sensitivity& by, double pixels_per_degree) {
    constexpr double widest = 0.04;
    const int radius = static_cast<int>(std::ceil(3.0 * std::sqrt(widest / (2.0 * pi * pi)) * pixels_per_degree));
    const auto gaussian = [&](double b) {
        return sampled(radius,
                       [&](double x) { return std::exp(-pi * pi * x * x / (pixels_per_degree * pixels_per_degree * b)); });
    };
    plane result(of.width, of.height);
    double whole = 0.0;
    for (const auto& [a, b] : {std::pair(by.a1, by.b1), std::pair(by.a2, by.b2)}) {
        if (a == 0.0) continue;
        const auto weights = gaussian(b);
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        const double height = a * std::sqrt(pi / b);
        const plane part = convolved(of, weights, weights);
        for (size_t i = 0; i < result.values.size(); ++i) result.values[i] += height * part.values[i];
        whole += height * sum * sum;
    }
    for (double& each : result.values) each /= whole;
    return result;
}

std::array<plane, 3> opponent_planes(const picture_view& of) {
    std::array<double, 256> linear {};
    for (size_t i = 0; i < linear.size(); ++i) linear[i] = linear_of_srgb(static_cast<uint8_t>(i));
    const plane empty(of.width, of.height);
    std::array<plane, 3> planes {empty, empty, empty};
    for (size_t i = 0; i < of.pixels(); ++i) {
        const colour seen = opponent({linear[of.rgb[3 * i]], linear[of.rgb[3 * i + 1]], linear[of.rgb[3 * i + 2]]});
        for (size_t channel = 0; channel < 3; ++channel) planes[channel].values[i] = seen[channel];
    }
    return planes;
}

// What a person sees from that distance, in a space where distances are differences.
std::vector<colour> perceived(const std::array<plane, 3>& planes, double pixels_per_degree) {
    std::array<plane, 3> seen = planes;
    for (size_t channel = 0; channel < 3; ++channel)
        seen[channel] = filtered(planes[channel], sensitivities[channel], pixels_per_degree);
    std::vector<colour> colours(seen[0].values.size());
    for (size_t i = 0; i < colours.size(); ++i)
        colours[i] = hunt_adjusted_lab(displayed({seen[0].values[i], seen[1].values[i], seen[2].values[i]}));
    return colours;
}

// Spreads the distances over 0 to 1, most of it for the smaller ones (paper, section 4.1).
double redistributed(double distance) {
    static const double largest = std::pow(hyab(hunt_adjusted_lab({0, 1, 0}), hunt_adjusted_lab({0, 0, 1})), colour_exponent);
    const double powered = std::pow(distance, colour_exponent);
    const double limit = break_of_error * largest;
    if (powered < limit) return error_at_break / limit * powered;
    return error_at_break + (powered - limit) / (largest - limit) * (1.0 - error_at_break);
}

plane achromatic(const plane& of) {
    plane scaled = of;
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
    std::vector<float> sorted = errors;
    const double rank = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(sorted.size()));
    const auto wanted = sorted.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0)) - 1;
    std::ranges::nth_element(sorted, wanted);
    return static_cast<double>(*wanted);
}

flip_map flip(const picture_view& reference, const picture_view& test, double pixels_per_degree) {
    require_comparable(reference, test);
    if (!(pixels_per_degree > 0.0)) throw comparison_error("FLIP: the pixels per degree must be a positive number");
    if (std::ranges::equal(reference.rgb, test.rgb))
        return {reference.width, reference.height, std::vector<float>(reference.pixels(), 0.0f)};
    const auto reference_planes = opponent_planes(reference);
    const auto test_planes = opponent_planes(test);
    const auto reference_colours = perceived(reference_planes, pixels_per_degree);
    const auto test_colours = perceived(test_planes, pixels_per_degree);
    const plane features = feature_difference(achromatic(reference_planes[0]), achromatic(test_planes[0]), pixels_per_degree);

    flip_map map {reference.width, reference.height, std::vector<float>(reference.pixels())};
    for (size_t i = 0; i < map.errors.size(); ++i) {
        const double of_colour = redistributed(hyab(reference_colours[i], test_colours[i]));
        const double of_features = std::pow(features.values[i] / std::numbers::sqrt2, feature_exponent);
        // Where features differ the colour's error is seen all the more (paper, section 4.3).
        map.errors[i] = static_cast<float>(std::pow(of_colour, 1.0 - of_features));
    }
    return map;
}

}  // namespace ingot::metrics
