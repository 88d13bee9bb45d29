// Faint stars behind everything, far away: they turn with the camera and do not move otherwise.
#pragma once

#include <ingot/sample/sample.hpp>

#include "graphics_objects.hpp"

namespace ingot::samples {

class sky {
public:
    sky();
    void draw(const canvas& into) const;

private:
    shading_program shaders;
    vertex_buffer stars;
    vertex_array points;
};

}  // namespace ingot::samples
