// Separable filters: products of a filter along the rows and a filter along the columns.
#pragma once

#include <functional>
#include <vector>

#include "plane.hpp"

namespace ingot::metrics {

/// Returns the values of a function at the integers from -radius to +radius.
std::vector<double> sample_weights(int radius, const std::function<double(double)>& weight);

/// Convolves the rows with `along_x` and the columns with `along_y`, without mirroring the weights. Both must have an odd
/// number of weights. Outside of the plane, the pixels of the border are repeated.
plane convolve(const plane& picture, const std::vector<double>& along_x, const std::vector<double>& along_y);

}  // namespace ingot::metrics
