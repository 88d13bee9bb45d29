// Faint stars behind everything, far away: they turn with the camera and do not move otherwise.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot::samples {

class sky {
public:
    sky();
    void draw(const canvas& into) const;

private:
    opengl::program shaders;
    opengl::buffer stars;
    opengl::vertex_array points;
};

}  // namespace ingot::samples
