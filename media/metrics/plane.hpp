// A picture with one number for each pixel.
#pragma once

#include <cstddef>
#include <vector>

namespace ingot::metrics {

/// The rows follow each other in `values`, the top row first.
struct plane {
    plane(int columns, int rows)
        : width(columns), height(rows), values(static_cast<size_t>(columns) * static_cast<size_t>(rows)) {}

    double& at(int x, int y) { return values[index(x, y)]; }
    double at(int x, int y) const { return values[index(x, y)]; }

    int width;
    int height;
    std::vector<double> values;

private:
    size_t index(int x, int y) const { return static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x); }
};

}  // namespace ingot::metrics
