// Shows two pictures in one window: split by a line, side by side, or as their difference.
#pragma once

#include <memory>

#include "picture/picture.hpp"

namespace ingot::shell {

enum class comparison_view {
    split,         ///< the first left of a line, the second right of it
    side_by_side,  ///< each picture in one half of the part of the window that panels leave free
    difference     ///< |first - second| of the tone-mapped pixels, amplified
};

struct comparison_layout {
    comparison_view view = comparison_view::split;
    float line = 0.5f;      ///< position of the split line, as a fraction of the width
    float amplify = 16.0f;  ///< factor of the difference
    /// Each measurement sets `amplify` so that the largest difference is as bright as white.
    bool is_automatic = true;
    /// Side by side: the part of the window that the two pictures share.
    uncovered_part shared_part = {};
};

/// The pixel columns of a window that show the two pictures. They are the same columns unless the pictures are side by side.
struct comparison_columns {
    int first = 0;   ///< where the first picture begins
    int second = 0;  ///< where the second picture begins
    int width = 0;   ///< of each picture
};

/// Draws two pictures into the window with one shader.
class comparison_picture {
public:
    comparison_picture();
    comparison_picture(const comparison_picture&) = delete;
    comparison_picture& operator=(const comparison_picture&) = delete;
    ~comparison_picture();

    /// Returns where both pictures are in a window of `window_width` pixels.
    static comparison_columns columns_of(int window_width, const comparison_layout& layout);

    /// Tone-maps both pictures, which must be as wide as columns_of() says and as high as the window, and draws them into the
    /// default framebuffer.
    void show(const picture& first, const picture& second, const comparison_layout& layout, extent window_size,
              float exposure) const;

private:
    struct objects;
    std::unique_ptr<objects> objects_;
};

}  // namespace ingot::shell
