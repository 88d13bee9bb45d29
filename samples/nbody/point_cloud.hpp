// Bodies drawn as glowing points, from a buffer that the kernels write and OpenGL draws.
#pragma once

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <ingot/ingot.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <vector>

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
    explicit point_cloud(const device& on);

    /// Takes the light of each body: colour in rgb, brightness in a. The number of bodies is the number of lights.
    void set_lights(const std::vector<glm::vec4>& lights);

    /// The device's turn with the points: for each body its position in xyz, its speed in w.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& in) { return places.acquire(in); }

    void draw(const canvas& into, const point_style& style) const;

private:
    void draw_points(const canvas& into, const point_style& style, float diameter, float brightness, bool haze) const;
    void describe(const opengl::vertex_array& points, size_t step) const;

    opengl::program shaders;
    device from;
    shared_buffer<float4> places;
    opengl::buffer light_buffer;
    opengl::vertex_array all;   ///< each body
    opengl::vertex_array some;  ///< every haze_step-th
    size_t count = 0;
    size_t haze_step = 1;
};

}  // namespace ingot::samples
