// The framebuffers and textures that frame_renderer renders into.
#pragma once

#include <array>
#include <cstdint>
#include <ingot/opengl/objects.hpp>

namespace ingot::samples::warping {

/// The textures of one rendered frame, in the formats that ingot_warp.h requires.
class frame_target {
public:
    frame_target(uint32_t width, uint32_t height);

    GLuint colours() const { return textures_[0].get(); }          ///< sRGB, 8 bits per channel
    GLuint motion_forward() const { return textures_[1].get(); }   ///< motion on the screen to the next frame, encoded
    GLuint motion_backward() const { return textures_[2].get(); }  ///< motion on the screen to the frame before, encoded
    GLuint depth_changes() const { return textures_[3].get(); }    ///< change of depth forwards and backwards
    GLuint motion_in_space() const { return textures_[4].get(); }  ///< motion in camera space to the next frame, encoded
    GLuint distances() const { return textures_[5].get(); }        ///< distance along the view direction
    const std::array<opengl::texture, 6>& all() const { return textures_; }
    GLuint framebuffer() const { return framebuffer_.get(); }
    uint32_t width() const { return width_; }
    uint32_t height() const { return height_; }

private:
    uint32_t width_;
    uint32_t height_;
    std::array<opengl::texture, 6> textures_;
    opengl::framebuffer framebuffer_;
};

/// The same textures with several samples for each pixel, and a depth buffer in place of the distances.
class multisampled_target {
public:
    multisampled_target(uint32_t width, uint32_t height);

    /// Returns the textures in this order: colours, motion forward, motion backward, depth changes, motion in space, depths.
    const std::array<opengl::texture, 6>& all() const { return textures_; }
    GLuint framebuffer() const { return framebuffer_.get(); }
    uint32_t width() const { return width_; }
    uint32_t height() const { return height_; }
    int sample_count() const { return sample_count_; }

private:
    uint32_t width_;
    uint32_t height_;
    int sample_count_ = 1;
    std::array<opengl::texture, 6> textures_;
    opengl::framebuffer framebuffer_;
};

/// The depths of the scene as seen from the sun.
class shadow_map {
public:
    static constexpr GLsizei side = 2048;  ///< texels

    shadow_map();

    GLuint texture() const { return depths_.get(); }
    GLuint framebuffer() const { return framebuffer_.get(); }

private:
    opengl::texture depths_;
    opengl::framebuffer framebuffer_;
};

}  // namespace ingot::samples::warping
