#include "flip_features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gaussian_filter.hpp"

namespace ingot::metrics {

namespace {

// Degrees of visual angle: how wide the eye's feature detectors are (paper, section 4.2).
constexpr double feature_width = 0.082;

// Positive weights sum to 1 and negative ones to -1, so that a feature's strength does not depend on the viewing distance.
std::vector<double> balanced(std::vector<double> weights) {
    double positive = 0.0;
    double negative = 0.0;
    for (const double each : weights) (each > 0.0 ? positive : negative) += each;
    for (double& each : weights) each /= each > 0.0 ? positive : -negative;
    return weights;
}

struct detectors {
    explicit detectors(double pixels_per_degree) {
        const double deviation = 0.5 * feature_width * pixels_per_degree;
        const int radius = static_cast<int>(std::ceil(3.0 * deviation));
        const auto gaussian = [&](double x) { return std::exp(-x * x / (2.0 * deviation * deviation)); };
        smooth = sampled(radius, gaussian);
        const double sum = std::accumulate(smooth.begin(), smooth.end(), 0.0);
        for (double& each : smooth) each /= sum;
        edge = balanced(sampled(radius, [&](double x) { return -x * gaussian(x); }));
        point = balanced(sampled(radius, [&](double x) { return (x * x / (deviation * deviation) - 1.0) * gaussian(x); }));
    }

    std::vector<double> smooth;
    std::vector<double> edge;   ///< first derivative of the Gaussian
    std::vector<double> point;  ///< second derivative
};

plane strength(const plane& of, const std::vector<double>& detector, const std::vector<double>& smooth) {
    plane along_x = convolved(of, detector, smooth);
    const plane along_y = convolved(of, smooth, detector);
    std::ranges::transform(along_x.values, along_y.values, along_x.values.begin(),
                           [](double x, double y) { return std::hypot(x, y); });
    return along_x;
}

}  // namespace

plane feature_difference(const plane& reference, const plane& test, double pixels_per_degree) {
    const detectors with(pixels_per_degree);
    plane largest(reference.width, reference.height);
    for (const auto& detector : {with.edge, with.point}) {
        const plane one = strength(reference, detector, with.smooth);
        const plane other = strength(test, detector, with.smooth);
        for (size_t i = 0; i < largest.values.size(); ++i)
            largest.values[i] = std::max(largest.values[i], std::abs(one.values[i] - other.values[i]));
    }
    return largest;
}

}  // namespace ingot::metrics
