// Textures that are written, and their pixels on the host.
#pragma once

#include <cstdint>
#include <ingot/metrics/picture_view.hpp>
#include <ingot/opengl/objects.hpp>
#include <vector>

namespace ingot::samples::warping {

/// A texture of 8 bits that a warp writes.
class output_texture {
public:
    output_texture(uint32_t width, uint32_t height) {
        glBindTexture(GL_TEXTURE_2D, object.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    GLuint name() const { return object.get(); }

private:
    opengl::texture object;
};

/// A texture's pixels, its first row first.
class picture_copy {
public:
    picture_copy(GLuint of, uint32_t width, uint32_t height)
        : wide(static_cast<int>(width)), high(static_cast<int>(height)), bytes(size_t {3} * width * height) {
        glBindTexture(GL_TEXTURE_2D, of);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes.data());
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    metrics::picture_view view() const { return {bytes, wide, high}; }

private:
    int wide;
    int high;
    std::vector<uint8_t> bytes;
};

}  // namespace ingot::samples::warping
