// Copies one channel of a texture into a texture of 32-bit floats. Compute devices cannot share depth textures with
// OpenGL, and some devices do not support formats of 16 bits or of two channels.
#pragma once

#include <cstdint>
#include <ingot/opengl/shaders.hpp>

namespace ingot::warp {

/// The shaders and the framebuffer of the copy. copy() leaves OpenGL's state as it was.
class channel_copier {
public:
    /// Throws warp_error if OpenGL cannot compile the shaders, for example because it is older than 3.3.
    channel_copier();

    /// Copies channel 0 or 1 of `source` into `destination`, which has the format GL_R32F and the same size. The depth of a
    /// depth texture is channel 0.
    void copy(GLuint source, uint32_t channel, GLuint destination, uint32_t width, uint32_t height) const;

private:
    opengl::program program_;
    opengl::framebuffer framebuffer_;
    opengl::vertex_array no_vertices_;
    opengl::sampler sampler_;
};

}  // namespace ingot::warp
