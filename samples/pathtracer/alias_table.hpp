// Alias tables: sample an index in proportion to its weight in constant time.
#pragma once

#include <span>
#include <vector>

#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// Builds an alias table (Walker 1977) in linear time (Vose 1991). The weights must not be negative. If none is
/// positive, all indices are equally likely.
std::vector<alias_entry> make_alias_table(std::span<const double> weights);

}  // namespace ingot::samples::pathtracer
