// Letters of strokes: a small face of the project's own, of capitals, digits and a few signs, drawn at any size.
#pragma once

#include <string_view>
#include <vector>

namespace ingot::samples::blur {

struct place {
    float x = 0.0f;
    float y = 0.0f;
};

/// The middle line of one stroke of the pen, as points joined by straight lines.
using stroke = std::vector<place>;

/// Strokes of a line of text whose capitals are `height` high: x from 0 to the right, y from 0 (the top of capitals) down. Small
/// letters are drawn as capitals; what the face has not is a gap.
std::vector<stroke> strokes_of(std::string_view text, float height);
/// How wide that line is.
float width_of(std::string_view text, float height);

/// How far `from` is from the nearest point of a stroke.
float distance_to(const stroke& line, place from);

}  // namespace ingot::samples::blur
