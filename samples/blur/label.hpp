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
    /// Draws the text in the lower left or lower right corner of the canvas, `from_edge` pixels from both edges there.
    void draw(const canvas& canvas, const std::string& text, side alignment, float from_edge);

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
