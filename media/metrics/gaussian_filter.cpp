#include "gaussian_filter.hpp"

#include <algorithm>

namespace ingot::metrics {

namespace {

// Convolves the rows and returns the result transposed. Two calls filter the rows and the columns, and the second call
// undoes the transposition. Both calls read memory along rows, which is faster.
plane convolved_rows_transposed(const plane& picture, const std::vector<double>& weights) {
    const int radius = static_cast<int>(weights.size() / 2);
    plane result(picture.height, picture.width);
    std::vector<double> row(static_cast<size_t>(picture.width) + 2 * static_cast<size_t>(radius));
    for (int y = 0; y < picture.height; ++y) {
        for (size_t i = 0; i < row.size(); ++i)
            row[i] = picture.at(std::clamp(static_cast<int>(i) - radius, 0, picture.width - 1), y);
        for (int x = 0; x < picture.width; ++x) {
            double sum = 0.0;
            for (size_t i = 0; i < weights.size(); ++i) sum += weights[i] * row[static_cast<size_t>(x) + i];
            result.at(y, x) = sum;
        }
    }
    return result;
}

}  // namespace

std::vector<double> sample_weights(int radius, const std::function<double(double)>& weight) {
    std::vector<double> weights;
    for (int i = -radius; i <= radius; ++i) weights.push_back(weight(static_cast<double>(i)));
    return weights;
}

plane convolve(const plane& picture, const std::vector<double>& along_x, const std::vector<double>& along_y) {
    return convolved_rows_transposed(convolved_rows_transposed(picture, along_x), along_y);
}

}  // namespace ingot::metrics
