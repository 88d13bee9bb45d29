// Two pictures in one window: split by a line, side by side, or their difference.
#pragma once

#include <memory>

#include "picture/picture.hpp"

namespace ingot::shell {

enum class comparison_view {
    split,         ///< the first left of a line, the second right of it
    side_by_side,  ///< each in its half of the window
    difference     ///< |first - second| of what a display shows, amplified
};

struct comparison_layout {
    comparison_view view = comparison_view::split;
    float line = 0.5f;      ///< where the split is, in fractions of the width
    float amplify = 16.0f;  ///< of the difference
};

class comparison_picture {
public:
    comparison_picture();
    comparison_picture(const comparison_picture&) = delete;
    comparison_picture& operator=(const comparison_picture&) = delete;
    ~comparison_picture();

    /// How large both pictures must be for a window of that many pixels.
    static extent size_of_each(extent window_size, comparison_view view);

    /// Tone-maps both, which have that size, onto the window's own framebuffer.
    void show(const picture& first, const picture& second, const comparison_layout& by, extent window_size, float exposure) const;

private:
    struct objects;
    std::unique_ptr<objects> graphics;
};

}  // namespace ingot::shell
