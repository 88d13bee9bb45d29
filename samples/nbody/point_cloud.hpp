// Bodies drawn as glowing points, from buffers of OpenGL that get what the kernels wrote.
#pragma once

#include <cstddef>
#include <ingot/ingot.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/sample/sample.hpp>
#include <vector>

#include "graphics_objects.hpp"

namespace ingot::samples {

struct point_style {
    bool by_speed = false;      ///< colours from the speed, or each body's own
    float middle_speed = 1.0f;  ///< the speed that has the middle colour
    float brightness = 1.0f;
    float size = 1.0f;
    float distance = 5.0f;  ///< from where a point is as large as `size` says
};

class point_cloud {
public:
    point_cloud();

    /// Takes the light of each body: colour in rgb, brightness in a. The number of bodies is the number of lights.
    void set_lights(const std::vector<glm::vec4>& lights);

    /// Takes positions and velocities from the device, by way of the host.
    template <typename real>
    void update(queue& in, device_buffer<vector<real, 4>>& positions, device_buffer<vector<real, 4>>& velocities);

    void draw(const canvas& into, const point_style& style) const;

private:
    void draw_points(const canvas& into, const point_style& style, float diameter, float brightness, bool haze) const;
    void describe(const vertex_array& points, size_t step) const;

    shading_program shaders;
    vertex_buffer position_buffer;
    vertex_buffer velocity_buffer;
    vertex_buffer light_buffer;
    vertex_array all;   ///< each body
    vertex_array some;  ///< every haze_step-th
    size_t count = 0;
    size_t haze_step = 1;
};

}  // namespace ingot::samples
