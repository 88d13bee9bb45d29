// For each window, SSIM compares the means, variances and the covariance of the two pictures. A Gaussian filter computes the
// weighted means of the windows around all pixels. All of these numbers follow from five filtered planes: the pictures a
// and b, their squares a² and b², and the product a·b.
#include <cmath>
#include <ingot/metrics/structural_similarity.hpp>

#include "gaussian_filter.hpp"
#include "plane.hpp"

namespace ingot::metrics {

namespace {

constexpr int radius = 5;
constexpr double deviation = 1.5;
constexpr double c1 = (0.01 * 255.0) * (0.01 * 255.0);
constexpr double c2 = (0.03 * 255.0) * (0.03 * 255.0);

plane luma(const picture_view& picture) {
    plane result(picture.width, picture.height);
    for (size_t i = 0; i < result.values.size(); ++i) {
        const uint8_t* const rgb = &picture.rgb[3 * i];
        result.values[i] = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2];
    }
    return result;
}

plane product(const plane& a, const plane& b) {
    plane result(a.width, a.height);
    for (size_t i = 0; i < result.values.size(); ++i) result.values[i] = a.values[i] * b.values[i];
    return result;
}

// Returns the index of one window from the means of a, b, a², b² and a·b (equation 13 of the paper that
// structural_similarity.hpp names).
double index(double mean_a, double mean_b, double square_a, double square_b, double product_ab) {
    const double covariance = product_ab - mean_a * mean_b;
    const double variances = square_a - mean_a * mean_a + square_b - mean_b * mean_b;
    return (2.0 * mean_a * mean_b + c1) * (2.0 * covariance + c2) / ((mean_a * mean_a + mean_b * mean_b + c1) * (variances + c2));
}

double mean(const plane& picture) {
    double sum = 0.0;
    for (const double each : picture.values) sum += each;
    return sum / static_cast<double>(picture.values.size());
}

std::vector<double> gaussian() {
    std::vector<double> weights =
        sample_weights(radius, [](double x) { return std::exp(-x * x / (2.0 * deviation * deviation)); });
    double sum = 0.0;
    for (const double each : weights) sum += each;
    for (double& each : weights) each /= sum;
    return weights;
}

}  // namespace

double structural_similarity(const picture_view& reference, const picture_view& test) {
    check_comparable(reference, test);
    const plane a = luma(reference);
    const plane b = luma(test);
    const plane squares_a = product(a, a);
    const plane squares_b = product(b, b);
    const plane products = product(a, b);
    if (a.width <= 2 * radius || a.height <= 2 * radius)
        return index(mean(a), mean(b), mean(squares_a), mean(squares_b), mean(products));
    const std::vector<double> weights = gaussian();
    const auto blurred = [&](const plane& values) { return convolve(values, weights, weights); };
    const plane mean_a = blurred(a);
    const plane mean_b = blurred(b);
    const plane square_a = blurred(squares_a);
    const plane square_b = blurred(squares_b);
    const plane product_ab = blurred(products);
    double sum = 0.0;
    size_t windows = 0;
    for (int y = radius; y < a.height - radius; ++y)
        for (int x = radius; x < a.width - radius; ++x, ++windows)
            sum += index(mean_a.at(x, y), mean_b.at(x, y), square_a.at(x, y), square_b.at(x, y), product_ab.at(x, y));
    return sum / static_cast<double>(windows);
}

}  // namespace ingot::metrics
