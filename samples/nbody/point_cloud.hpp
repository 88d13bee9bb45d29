// Draws bodies as glowing points, from a buffer that kernels write and OpenGL reads.
#pragma once

#include <cstddef>
#include <ingot/gl_sharing.hpp>
#include <ingot/ingot.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <vector>

#include "point_look.hpp"

namespace ingot::samples {

/// The points of all bodies, and a faint haze: large points of low brightness at some of the bodies.
class point_cloud {
public:
    explicit point_cloud(const device& device);

    /// Sets colour (rgb) and brightness (a) of each body, and thereby the number of bodies.
    void set_lights(const std::vector<glm::vec4>& lights);

    /// Acquires the points for kernels to write: for each body its position in xyz and its speed in w.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& queue) { return points_.acquire(queue); }

    void draw(const canvas& canvas, const point_style& style);

private:
    void draw_haze(const canvas& canvas, const point_style& style, const point_measures& measures);
    void draw_points(const canvas& canvas, const point_style& style, const point_measures& measures, bool haze) const;
    void set_vertex_layout(const opengl::vertex_array& points, size_t step) const;

    opengl::program shaders_;
    device device_;
    shared_buffer<float4> points_;
    opengl::buffer light_buffer_;
    opengl::vertex_array all_points_;   ///< all bodies
    opengl::vertex_array haze_points_;  ///< those of the haze
    size_t count_ = 0;
    // The haze has no fine detail, so it is drawn into a picture with a sixteenth of the pixels, which is then spread over the
    // canvas.
    opengl::program spreading_shaders_;
    opengl::vertex_array no_vertices_;
    opengl::framebuffer haze_target_;
    opengl::texture haze_light_;
    int haze_width_ = 0;  ///< of haze_light_, in pixels
    int haze_height_ = 0;
};

}  // namespace ingot::samples
