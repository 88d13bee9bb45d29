// Shows two pictures in one window: split by a line, side by side, or as their difference.
#pragma once

#include <memory>

#include "picture/picture.hpp"

namespace ingot::shell {

enum class comparison_view {
    split,         ///< the first left of a line, the second right of it
    side_by_side,  ///< each picture in one half of the window
    difference     ///< |first - second| of the tone-mapped pixels, amplified
};

struct comparison_layout {
    comparison_view view = comparison_view::split;
    float line = 0.5f;      ///< position of the split line, as a fraction of the width
    float amplify = 16.0f;  ///< factor of the difference
    /// Each measurement sets `amplify` so that the largest difference is as bright as white.
    bool is_automatic = true;
};

/// Draws two pictures into the window with one shader.
class comparison_picture {
public:
    comparison_picture();
    comparison_picture(const comparison_picture&) = delete;
    comparison_picture& operator=(const comparison_picture&) = delete;
    ~comparison_picture();

    /// Returns the size that both pictures must have for a window of `window_size` pixels.
    static extent size_of_each(extent window_size, comparison_view view);

    /// Tone-maps both pictures, which must have the size from size_of_each(), and draws them into the default
    /// framebuffer.
    void show(const picture& first, const picture& second, const comparison_layout& layout, extent window_size,
              float exposure) const;

private:
    struct objects;
    std::unique_ptr<objects> objects_;
};

}  // namespace ingot::shell
