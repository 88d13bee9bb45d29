// Shows errors as colours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ingot::metrics {

/// Returns a colour for each error, as 8-bit sRGB with three bytes for each. Errors from 0 to 1 become black, purple,
/// orange and light yellow, with equal perceived steps: matplotlib's colour map "magma" (Smith and van der Walt 2015),
/// which the authors of FLIP use too. Other errors are clamped. NaN becomes pure green, which the colour map does not
/// contain.
std::vector<uint8_t> heat_map(std::span<const float> errors);

}  // namespace ingot::metrics
