// Shows errors as colours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ingot::metrics {

/// Returns a colour for each error: three bytes of 8-bit sRGB. The colours for errors from 0 to 1 go from black through
/// purple and orange to light yellow, so that equal differences of errors look equally large: matplotlib's colour map
/// "magma" (Smith and van der Walt 2015), which the authors of FLIP use too. Other errors are clamped. NaN becomes pure
/// green, which the colour map does not contain.
std::vector<uint8_t> heat_map(std::span<const float> errors);

}  // namespace ingot::metrics
