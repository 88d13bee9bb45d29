// Draws an image from a device's memory with OpenGL, so that it fills the whole canvas.
#pragma once

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/opengl/shaders.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>

namespace ingot::samples::fractal {

/// An image in a buffer that a kernel writes and OpenGL reads. All calls need the same current OpenGL context, as
/// shared_buffer does.
class picture_view {
public:
    explicit picture_view(const device& device);

    /// Returns the pixels, width · height with rows from the bottom, for a kernel to write. A new size replaces the
    /// buffer.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& queue, uint32_t width, uint32_t height);
    /// Draws the pixels, interpolated where the canvas is larger.
    void draw(const canvas& canvas);

private:
    device device_;
    std::optional<shared_buffer<float4>> pixels_;
    uint32_t width_ = 0;
    uint32_t height_ = 0;
    opengl::texture texture_;
    opengl::vertex_array no_vertices_;
    opengl::program shaders_;
};

}  // namespace ingot::samples::fractal
