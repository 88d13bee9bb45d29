#include "buffer_texture.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ingot::samples::blur {

void attach_buffer(const opengl::texture& texture, GLuint buffer, buffer_pixels kind, size_t pixels) {
    GLint max_texels = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &max_texels);
    if (pixels > static_cast<size_t>(max_texels))
        throw std::runtime_error(
            fmt::format("the picture has {} pixels, but a buffer texture of OpenGL supports at most {}", pixels, max_texels));
    glBindTexture(GL_TEXTURE_BUFFER, texture.get());
    glTexBuffer(GL_TEXTURE_BUFFER, kind == buffer_pixels::floats ? GL_RGBA32F : GL_RGBA16, buffer);
    glBindTexture(GL_TEXTURE_BUFFER, 0);
}

}  // namespace ingot::samples::blur
