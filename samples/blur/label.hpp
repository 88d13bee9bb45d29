// Draws a line of text over the picture.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

#include "split_layout.hpp"

namespace ingot::samples::blur {

/// A text on a dark background. It is rasterised when the text or the size changes.
class label {
public:
    label();

    enum class side { left, right };
    /// Draws the text in the lower left or lower right corner of what the panels leave free, `from_side` and `from_bottom` pixels
    /// from the edges there.
    void draw(const canvas& canvas, const std::string& text, side alignment, float from_side, float from_bottom);
    /// Rasterises the text for a kernel that draws it there. Returns its area; ink() then has its pixels.
    label_area place(const canvas& canvas, const std::string& text, side alignment, float from_side, float from_bottom);
    /// From 0 to 255, rows from the top.
    const std::vector<uint8_t>& ink() const { return ink_; }

private:
    void write(const std::string& text, int height);
    void upload();

    opengl::program program_;
    opengl::vertex_array no_vertices_;
    opengl::texture letters_;
    std::vector<uint8_t> ink_;
    bool is_uploaded_ = false;  // whether letters_ has the ink
    std::string text_;
    int text_height_ = 0;
    int width_ = 0;
    int height_ = 0;
};

}  // namespace ingot::samples::blur
