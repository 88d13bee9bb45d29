// A background of faint stars at infinite distance: the camera's direction changes where they appear, its position does not.
#pragma once

#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <vector>

namespace ingot::samples {

/// A star: its direction, its colour in rgb and its brightness in a.
struct star {
    glm::vec3 direction;
    glm::vec4 light;
};

/// Returns stars in random directions, with brightnesses distributed as in the night sky: for any brightness b, about four times
/// as many stars are brighter than 0.4 · b as are brighter than b. They are always the same.
std::vector<star> scattered_stars();

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
