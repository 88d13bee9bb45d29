// A picture in a device's memory, drawn by OpenGL over the whole canvas.
#pragma once

#include <epoxy/gl.h>

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>

namespace ingot::samples::pathtracer {

/// Wants the same OpenGL context current always, as shared_buffer does.
class picture_view {
public:
    explicit picture_view(const device& on);
    picture_view(const picture_view&) = delete;
    picture_view& operator=(const picture_view&) = delete;
    ~picture_view();

    /// The pixels of a picture of this size, rows from the bottom, for a kernel to write.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& in, uint32_t width, uint32_t height);
    /// Draws what was written; enlarged smoothly where the canvas is larger.
    void draw(const canvas& into);

private:
    device from;
    std::optional<shared_buffer<float4>> pixels;
    uint32_t wide = 0;
    uint32_t high = 0;
    GLuint texture = 0;
    GLuint no_vertices = 0;
    GLuint shaders = 0;
};

}  // namespace ingot::samples::pathtracer
