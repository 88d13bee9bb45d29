// Filters that are a product of one along the rows and one along the columns.
#pragma once

#include <functional>
#include <vector>

#include "plane.hpp"

namespace ingot::metrics {

/// Weights from -radius to +radius.
std::vector<double> sampled(int radius, const std::function<double(double)>& weight);

/// Convolves rows with `along_x` and columns with `along_y`, whose lengths are odd; pixels outside are those of the border.
plane convolved(const plane& of, const std::vector<double>& along_x, const std::vector<double>& along_y);

}  // namespace ingot::metrics
