// Choosing one of many, each as often as its weight says, in constant time.
#pragma once

#include <span>
#include <vector>

#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// An alias table (Walker 1977) in linear time (Vose 1991). The weights are not negative, and one at least is positive; otherwise
/// all are taken for equal.
std::vector<alias_entry> make_alias_table(std::span<const double> weights);

}  // namespace ingot::samples::pathtracer
