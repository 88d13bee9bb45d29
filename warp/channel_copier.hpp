// Depth textures, which devices do not share, and formats that some devices have not, as textures of one float.
#pragma once

#include <cstdint>
#include <ingot/opengl/shaders.hpp>

namespace ingot::warp {

/// The shaders and the framebuffer that copy; OpenGL's state is as before after each call.
class channel_copier {
public:
    channel_copier();

    /// Draws a channel (0 or 1) of `from`, or its depth (0), into the GL_R32F texture `to` of the same size.
    void copy(GLuint from, uint32_t channel, GLuint to, uint32_t width, uint32_t height) const;

private:
    opengl::program program;
    opengl::framebuffer framebuffer;
    opengl::vertex_array no_vertices;
    opengl::sampler sampler;
};

}  // namespace ingot::warp
