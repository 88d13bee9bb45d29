// Texts and lines that the window draws over the picture of a sample.
#pragma once

#include <glm/glm.hpp>
#include <string>

namespace ingot {

/// A text over the picture. Positions are shares of the picture's size: (0, 0) is the upper left corner, (1, 1) the lower
/// right corner.
struct caption {
    std::string text;
    glm::vec2 place {0.5f};
    glm::vec2 anchor {0.5f};     ///< the point of the text, in shares of the text's size, that lies at `place`
    bool is_optional = false;    ///< the caption is left out where it would cover an earlier one
    bool has_background = true;  ///< the text stands on a dark rectangle
};

/// A vertical line over the picture. The mouse drags it to set a parameter, which is a real number. The parameter's value is
/// linear in the line's position: `at_left` and `at_right` are the values for a line at the left and the right edge of the
/// picture. The parameter's own limits may keep the line away from the edges.
struct divider {
    std::string parameter;  ///< the parameter's name
    float at_left = 0.0f;
    float at_right = 1.0f;
};

/// A part of the picture whose horizontal axis is time, such as a chart. A click or a drag in it calls sample::seek() with the
/// time at the mouse, which is linear between the two edges. The position and the size are shares of the picture's size.
struct timeline_chart {
    glm::vec2 corner {0.0f};  ///< the upper left corner
    glm::vec2 size {1.0f};
    double at_left = 0.0;
    double at_right = 1.0;
    bool is_slow = false;  ///< seek() takes long: it is called only when the mouse button is released
};

}  // namespace ingot
