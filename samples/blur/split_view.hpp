// Draws two pictures of the same size into one rectangle: the left part of the rectangle shows the first picture, the right
// part the second, with a line between the parts. The shell's camera moves and scales the rectangle.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <utility>

#include "split_layout.hpp"

namespace ingot::samples::blur {

/// Returns the camera with which the rectangle is as large as fits into the canvas.
orbit initial_camera();

/// Returns the left and the right edge of the rectangle for a picture of this size, as shares of the canvas's width.
std::pair<float, float> edges_on_canvas(const canvas& canvas, const picture_size& size);

/// Returns where pictures of this size are on the canvas. `split` is the left picture's share of the width, 0 to 1. At 0 and 1
/// there is no line.
split_layout layout_on(const canvas& canvas, const picture_size& size, float split);

/// The shaders that draw the two pictures.
class split_view {
public:
    split_view();

    /// Draws two buffer textures, where layout_on() says.
    void draw(const canvas& canvas, const picture_size& size, const opengl::texture& left, const opengl::texture& right,
              float split) const;

private:
    opengl::program averaged_;      ///< for pixels that are smaller than the canvas's
    opengl::program interpolated_;  ///< for larger ones
    opengl::program single_;        ///< for those that are much larger, or the same
    opengl::vertex_array no_vertices_;
};

}  // namespace ingot::samples::blur
