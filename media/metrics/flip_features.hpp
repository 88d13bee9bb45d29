// FLIP's feature pipeline: edges and points that one picture has and the other has not.
#pragma once

#include "plane.hpp"

namespace ingot::metrics {

/// The difference in edges and points of each pixel (paper, section 4.2, before the power), from the achromatic channel from 0
/// to 1.
plane feature_difference(const plane& reference, const plane& test, double pixels_per_degree);

}  // namespace ingot::metrics
