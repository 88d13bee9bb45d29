// Errors as colours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ingot::metrics {

/// 8-bit sRGB of errors from 0 to 1, from black over purple and orange to a light yellow, each step as visible as any other:
/// matplotlib's colour map "magma" (Smith and van der Walt 2015), which FLIP's authors show errors with. Errors outside are
/// clamped; what is no number becomes pure green, which the map has nowhere.
std::vector<uint8_t> heat_map(std::span<const float> errors);

}  // namespace ingot::metrics
