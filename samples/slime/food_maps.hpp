// Food that is in the plane at the start: dots, or a word.
#pragma once

#include <cstdint>
#include <vector>

#include "plane.hpp"

namespace ingot::samples::slime {

enum class food_map : uint32_t { none, dots, word };

/// Returns the food of each cell.
std::vector<int32_t> food_of(food_map map, const slime_plane& plane, uint64_t seed);

/// Returns cells of the word, at most 65,536 that are evenly distributed: the column, and the row in the upper 16 bits.
std::vector<uint32_t> cells_of_word(const slime_plane& plane);

/// Returns points that are evenly distributed over an ellipse in the plane, in cells, as the seeds of a sunflower are (Vogel
/// 1979).
std::vector<int2> sunflower_points(const slime_plane& plane, uint32_t count);

}  // namespace ingot::samples::slime
