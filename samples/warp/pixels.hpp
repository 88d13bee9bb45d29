// A texture that warps write, and a copy of a texture's pixels on the host.
#pragma once

#include <cstdint>
#include <ingot/metrics/picture_view.hpp>
#include <ingot/opengl/objects.hpp>
#include <vector>

namespace ingot::samples::warping {

/// A texture with 8 bits per channel that a warp writes.
class output_texture {
public:
    output_texture(uint32_t width, uint32_t height) {
        glBindTexture(GL_TEXTURE_2D, texture_.get());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    GLuint name() const { return texture_.get(); }

private:
    opengl::texture texture_;
};

/// A copy of a texture's pixels on the host, beginning with its first row.
class picture_copy {
public:
    picture_copy(GLuint texture, uint32_t width, uint32_t height)
        : width_(static_cast<int>(width)), height_(static_cast<int>(height)), bytes_(size_t {3} * width * height) {
        glBindTexture(GL_TEXTURE_2D, texture);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    metrics::picture_view view() const { return {bytes_, width_, height_}; }

private:
    int width_;
    int height_;
    std::vector<uint8_t> bytes_;
};

}  // namespace ingot::samples::warping
