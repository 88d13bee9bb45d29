// Depth textures, which devices do not share, and formats that some devices have not, as textures of one float.
#pragma once

#include <epoxy/gl.h>

#include <cstdint>

namespace ingot::warp {

/// The shaders and the framebuffer that copy; OpenGL's state is as before after each call.
class channel_copier {
public:
    channel_copier();
    channel_copier(const channel_copier&) = delete;
    channel_copier& operator=(const channel_copier&) = delete;
    ~channel_copier();

    /// Draws a channel (0 or 1) of `from`, or its depth (0), into the GL_R32F texture `to` of the same size.
    void copy(GLuint from, uint32_t channel, GLuint to, uint32_t width, uint32_t height) const;

private:
    GLuint program = 0;
    GLuint framebuffer = 0;
    GLuint vertices = 0;
    GLuint sampler = 0;
};

}  // namespace ingot::warp
