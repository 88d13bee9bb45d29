// What is rendered into.
#pragma once

#include <array>
#include <cstdint>
#include <ingot/opengl/objects.hpp>

namespace ingot::samples::warping {

/// Textures of one frame, of one size; what ingot_warp.h asks for.
class frame_target {
public:
    frame_target(uint32_t width, uint32_t height);

    GLuint colours() const { return textures[0].get(); }    ///< as a display shows them (sRGB), 8 bits
    GLuint forward() const { return textures[1].get(); }    ///< motion on the screen to the next frame
    GLuint backward() const { return textures[2].get(); }   ///< and to the one before
    GLuint changes() const { return textures[3].get(); }    ///< of depth, forwards and backwards
    GLuint in_space() const { return textures[4].get(); }   ///< forward motion in camera space
    GLuint distances() const { return textures[5].get(); }  ///< along the view
    const std::array<opengl::texture, 6>& all() const { return textures; }
    GLuint framebuffer() const { return into.get(); }
    uint32_t width() const { return wide; }
    uint32_t height() const { return high; }

private:
    uint32_t wide;
    uint32_t high;
    std::array<opengl::texture, 6> textures;
    opengl::framebuffer into;
};

/// The same with several samples in a pixel, and a depth buffer.
class multisampled_target {
public:
    multisampled_target(uint32_t width, uint32_t height);

    /// Colours, forward, backward, changes, in space, depths.
    const std::array<opengl::texture, 6>& all() const { return textures; }
    GLuint framebuffer() const { return into.get(); }
    uint32_t width() const { return wide; }
    uint32_t height() const { return high; }
    int samples() const { return count; }

private:
    uint32_t wide;
    uint32_t high;
    int count = 1;
    std::array<opengl::texture, 6> textures;
    opengl::framebuffer into;
};

/// Where what the sun sees is kept.
class shadow_map {
public:
    static constexpr GLsizei side = 2048;

    shadow_map();

    GLuint texture() const { return depths.get(); }
    GLuint framebuffer() const { return into.get(); }

private:
    opengl::texture depths;
    opengl::framebuffer into;
};

}  // namespace ingot::samples::warping
