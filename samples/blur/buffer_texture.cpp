#include "buffer_texture.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ingot::samples::blur {

void attach_buffer(const opengl::texture& texture, GLuint buffer, buffer_pixels kind, size_t pixels) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (pixels > static_cast<size_t>(most))
        throw std::runtime_error(fmt::format("the picture has {} pixels, but OpenGL supports at most {} here", pixels, most));
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
    glTexBuffer(GL_TEXTURE_BUFFER, kind == buffer_pixels::floats ? GL_RGBA32F : GL_RGBA16, buffer);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
}

}  // namespace ingot::samples::blur
