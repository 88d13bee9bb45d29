// A picture in a device's memory, drawn by OpenGL over the whole canvas.
#pragma once

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>

namespace ingot::samples::pathtracer {

/// Wants the same OpenGL context current always, as shared_buffer does.
class picture_view {
public:
    explicit picture_view(const device& on);

    /// The pixels of a picture of this size, rows from the bottom, for a kernel to write.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& in, uint32_t width, uint32_t height);
    /// Draws what was written; enlarged smoothly where the canvas is larger.
    void draw(const canvas& into);

private:
    device from;
    std::optional<shared_buffer<float4>> pixels;
    uint32_t wide = 0;
    uint32_t high = 0;
    opengl::texture texture;
    opengl::vertex_array no_vertices;
    opengl::program shaders;
};

}  // namespace ingot::samples::pathtracer
