// A small font whose letters consist of strokes: capitals, digits and a few signs, for any size.
#pragma once

#include <string_view>
#include <vector>

namespace ingot::samples::blur {

/// A point.
struct point {
    float x = 0.0f;
    float y = 0.0f;
};

/// The centre line of one stroke of the pen: points joined by straight lines.
using stroke = std::vector<point>;

/// Returns the strokes of a line of text whose capitals are `height` high. x goes to the right from 0, y goes down from
/// 0 at the top of the capitals. Small letters are drawn as capitals; characters that the font lacks become a gap.
std::vector<stroke> strokes_of(std::string_view text, float height);
/// Returns the width of this line of text.
float width_of(std::string_view text, float height);

/// Returns the distance of a position from the nearest point of a stroke.
float distance_to(const stroke& line, point position);

}  // namespace ingot::samples::blur
