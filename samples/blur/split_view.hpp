// Two pictures of one size as one, a line between them, seen with the shell's camera: at first they fill the canvas.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>

#include "blur_area.hpp"

namespace ingot::samples::blur {

/// Where the camera must be at first.
orbit camera_before_the_picture();

class split_view {
public:
    split_view();

    /// Buffer textures of the two; `split` is how much of the width the left one has, 0 to 1, and there is no line at either end.
    void draw(const canvas& into, const blur_area& size, const opengl::texture& left, const opengl::texture& right,
              float split) const;

private:
    opengl::program program;
    opengl::vertex_array no_vertices;
};

}  // namespace ingot::samples::blur
