// Draws a line of text over the picture.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <string>

namespace ingot::samples::blur {

/// A text on a dark background. It is rasterised when the text or the size changes.
class label {
public:
    label();

    enum class side { left, right };
    /// Draws the text in the lower left or lower right corner of what the panels leave free, `from_side` and `from_bottom` pixels
    /// from the edges there.
    void draw(const canvas& canvas, const std::string& text, side alignment, float from_side, float from_bottom);

private:
    void write(const std::string& text, int height);

    opengl::program program_;
    opengl::vertex_array no_vertices_;
    opengl::texture letters_;
    std::string text_;
    int text_height_ = 0;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace ingot::samples::blur
