// A background of faint stars at infinite distance: they turn with the camera but do not move.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot::samples {

/// The stars, in OpenGL's memory.
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
