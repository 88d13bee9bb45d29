#include "gaussian_filter.hpp"

#include <algorithm>

namespace ingot::metrics {

namespace {

// The result is turned on its side: so that twice this is a whole filter, and both read along the rows.
plane convolved_rows_transposed(const plane& of, const std::vector<double>& weights) {
    const int radius = static_cast<int>(weights.size() / 2);
    plane result(of.height, of.width);
    std::vector<double> row(static_cast<size_t>(of.width) + 2 * static_cast<size_t>(radius));
    for (int y = 0; y < of.height; ++y) {
        for (size_t i = 0; i < row.size(); ++i) row[i] = of.at(std::clamp(static_cast<int>(i) - radius, 0, of.width - 1), y);
        for (int x = 0; x < of.width; ++x) {
            double sum = 0.0;
            for (size_t i = 0; i < weights.size(); ++i) sum += weights[i] * row[static_cast<size_t>(x) + i];
            result.at(y, x) = sum;
        }
    }
    return result;
}

}  // namespace

std::vector<double> sampled(int radius, const std::function<double(double)>& weight) {
    std::vector<double> weights;
    for (int i = -radius; i <= radius; ++i) weights.push_back(weight(static_cast<double>(i)));
    return weights;
}

plane convolved(const plane& of, const std::vector<double>& along_x, const std::vector<double>& along_y) {
    return convolved_rows_transposed(convolved_rows_transposed(of, along_x), along_y);
}

}  // namespace ingot::metrics
