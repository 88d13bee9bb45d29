// A reference for the kernels: the blur by its definition, on the host, in double precision or in integers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "coefficients.hpp"

namespace ingot::samples::blur::tests {

/// An image. Pixels consist of 4 consecutive channels; rows are stored from the top.
template <typename Number>
struct plane {
    int width = 0;
    int height = 0;
    std::vector<Number> values {};  ///< 4 for each pixel

    /// Returns one channel of a pixel. Coordinates outside of the image are limited to its edge.
    Number at(int x, int y, int channel) const {
        const auto column = static_cast<size_t>(std::clamp(x, 0, width - 1));
        const auto row = static_cast<size_t>(std::clamp(y, 0, height - 1));
        return values[4 * (row * static_cast<size_t>(width) + column) + static_cast<size_t>(channel)];
    }
};

/// Applies one pass, along the columns or the rows. `sum` computes the result for one pixel and channel. It receives a
/// function that returns the value at an offset from this pixel along the column or row.
template <typename Number, typename Sum>
plane<Number> apply_pass(const plane<Number>& source, bool columns, Sum sum) {
    plane<Number> result {source.width, source.height};
    for (int y = 0; y < source.height; ++y)
        for (int x = 0; x < source.width; ++x)
            for (int channel = 0; channel < 4; ++channel)
                result.values.push_back(
                    sum([&](int offset) { return source.at(columns ? x : x + offset, columns ? y + offset : y, channel); }));
    return result;
}

/// Returns the row of Pascal's triangle that has `count` numbers, computed by addition.
inline std::vector<double> row_of_pascal(uint32_t count) {
    std::vector<double> row {1.0};
    while (row.size() < count) {
        std::vector<double> next(row.size() + 1, 0.0);
        for (size_t i = 0; i < row.size(); ++i) {
            next[i] += row[i];
            next[i + 1] += row[i];
        }
        row = next;
    }
    return row;
}

/// Blurs with the middle `taps` numbers of the row of Pascal's triangle that has `row` numbers.
inline plane<double> blurred(const plane<double>& source, uint32_t taps, uint32_t row) {
    const std::vector<double> all = row_of_pascal(row);
    const size_t first = (row - taps) / 2;
    double total = 0.0;
    for (size_t i = 0; i < taps; ++i) total += all[first + i];
    const auto sum = [&](const auto& value) {
        double result = 0.0;
        for (size_t i = 0; i < taps; ++i)
            result += all[first + i] / total * value(static_cast<int>(i) - static_cast<int>(taps / 2));
        return result;
    };
    return apply_pass(apply_pass(source, false, sum), true, sum);
}

/// Blurs with integer weights, and rounds the result of each pass.
inline plane<uint16_t> blurred(const plane<uint16_t>& source, uint32_t taps) {
    const std::vector<uint32_t> all = integer_weights_of(taps);
    const auto sum = [&](const auto& value) {
        uint64_t result = integer_weight_sum / 2;
        for (size_t i = 0; i < taps; ++i) result += uint64_t {all[i]} * value(static_cast<int>(i) - static_cast<int>(taps / 2));
        return static_cast<uint16_t>(result / integer_weight_sum);
    };
    return apply_pass(apply_pass(source, false, sum), true, sum);
}

}  // namespace ingot::samples::blur::tests
