// A background of faint stars at infinite distance: the camera's direction changes where they appear, its position does not.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot::samples {

/// The stars, in a buffer of OpenGL.
class sky {
public:
    sky();
    void draw(const canvas& canvas) const;

private:
    opengl::program shaders_;
    opengl::buffer stars_;
    opengl::vertex_array points_;
};

}  // namespace ingot::samples
