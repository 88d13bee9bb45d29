// A line of text over the picture.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <string>

namespace ingot::samples::blur {

class label {
public:
    label();

    enum class side { left, right };
    /// In the lower left or the lower right of the canvas, `from_edge` pixels from it.
    void draw(const canvas& into, const std::string& text, side where, float from_edge);

private:
    void write(const std::string& text, int height);

    opengl::program program;
    opengl::vertex_array no_vertices;
    opengl::texture letters;
    std::string written;
    int written_height = 0;
    int width = 0;
    int height = 0;
};

}  // namespace ingot::samples::blur
