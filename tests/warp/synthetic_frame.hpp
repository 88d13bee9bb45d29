// Draws frames of rectangles that face the camera, on the host. For these frames, the correct result of a warp is known.
#pragma once

#include <epoxy/gl.h>
#include <ingot_warp.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace warp_test {

constexpr int width = 96;
constexpr int height = 64;
constexpr float default_distance = 10.0f;

inline ingot_warp_camera camera() {
    return {.screen_width = width,
            .screen_height = height,
            .field_of_view = 60.0f,
            .near_plane = 1.0f,
            .far_plane = 100.0f,
            .depth_type = INGOT_WARP_DEPTH_LINEAR,
            .reversed_depth = 0,
            .origin = INGOT_WARP_ORIGIN_LEFT_BOTTOM};
}

/// Returns the size of a pixel at a distance, in scene units.
inline float pixel_at(float distance) { return 2.0f * std::tan(3.14159265f / 6.0f) * distance / static_cast<float>(height); }

using colour = std::array<uint8_t, 4>;

/// A rectangle in pixels and its motion in one frame.
struct rectangle {
    int left = 0, bottom = 0, wide = width, high = height;
    float distance = default_distance;
    int move_x = 0, move_y = 0;  ///< pixels
    /// Returns the colour at a place that is relative to the rectangle's corner.
    colour (*paint)(int x, int y) = nullptr;
};

/// The contents of all textures of a frame.
struct frame {
    std::vector<colour> colours = std::vector<colour>(width * height);
    std::vector<float> depths = std::vector<float>(width * height, 100.0f);
    std::vector<uint32_t> motion_3d = std::vector<uint32_t>(width * height);
    std::vector<uint32_t> forward = std::vector<uint32_t>(width * height);
    std::vector<uint32_t> backward = std::vector<uint32_t>(width * height);
};

/// Draws the rectangles, moved by `time` times their motion and rounded to whole pixels. Nearer rectangles hide farther
/// ones.
inline frame draw(const std::vector<rectangle>& all, float time) {
    frame result;
    for (const rectangle& rectangle : all) {
        const int moved_x = static_cast<int>(std::lround(time * static_cast<float>(rectangle.move_x)));
        const int moved_y = static_cast<int>(std::lround(time * static_cast<float>(rectangle.move_y)));
        const float pixel_size = pixel_at(rectangle.distance);
        const auto motion_x = static_cast<float>(rectangle.move_x);
        const auto motion_y = static_cast<float>(rectangle.move_y);
        for (int y = 0; y < rectangle.high; ++y)
            for (int x = 0; x < rectangle.wide; ++x) {
                const int to_x = rectangle.left + x + moved_x;
                const int to_y = rectangle.bottom + y + moved_y;
                if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height) continue;
                const auto index = static_cast<size_t>(to_y) * static_cast<size_t>(width) + static_cast<size_t>(to_x);
                if (result.depths[index] <= rectangle.distance) continue;
                result.depths[index] = rectangle.distance;
                result.colours[index] = rectangle.paint(x, y);
                result.motion_3d[index] = ingot_warp_encode_motion_3d(motion_x * pixel_size, motion_y * pixel_size, 0.0f);
                result.forward[index] = ingot_warp_encode_motion_2d(2.0f * motion_x / width, 2.0f * motion_y / height);
                result.backward[index] = ingot_warp_encode_motion_2d(-2.0f * motion_x / width, -2.0f * motion_y / height);
            }
    }
    return result;
}

/// Owns an OpenGL texture.
class texture {
public:
    texture(GLint internal, GLenum format, GLenum type, const void* pixels, int wide = width, int high = height) {
        glGenTextures(1, &object_);
        glBindTexture(GL_TEXTURE_2D, object_);
        glTexImage2D(GL_TEXTURE_2D, 0, internal, wide, high, 0, format, type, pixels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    texture(const texture&) = delete;
    texture& operator=(const texture&) = delete;
    ~texture() { glDeleteTextures(1, &object_); }
    GLuint name() const { return object_; }

    std::vector<colour> read() const {
        std::vector<colour> pixels(width * height);
        glBindTexture(GL_TEXTURE_2D, object_);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        return pixels;
    }

private:
    GLuint object_ = 0;
};

/// Owns the textures of a frame.
struct frame_textures {
    explicit frame_textures(const frame& frame)
        : colours(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, frame.colours.data()),
          depths(GL_R32F, GL_RED, GL_FLOAT, frame.depths.data()),
          motion_3d(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, frame.motion_3d.data()),
          forward(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, frame.forward.data()),
          backward(GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, frame.backward.data()),
          changes(GL_RG16F, GL_RG, GL_FLOAT, std::vector<float>(2 * frame.depths.size()).data()) {}

    texture colours, depths, motion_3d, forward, backward, changes;
};

/// A pattern in which neighbouring pixels have different colours.
inline colour chart(int x, int y) {
    return {static_cast<uint8_t>((x * 37 + y * 11) % 256), static_cast<uint8_t>((x * 5 + y * 71) % 256),
            static_cast<uint8_t>((x ^ y) * 3 % 256), 255};
}
/// A smooth pattern: an offset of a fraction of a pixel changes linearly filtered colours only little.
inline colour waves(int x, int y) {
    const auto wave = [](float phase) { return static_cast<uint8_t>(127.5f + 100.0f * std::sin(phase)); };
    const auto across = static_cast<float>(x);
    const auto up = static_cast<float>(y);
    return {wave(0.15f * across), wave(0.2f * up + 1.0f), wave(0.1f * (across + up)), 255};
}
inline colour red(int, int) { return {200, 30, 20, 255}; }
inline colour blue(int, int) { return {20, 40, 220, 255}; }
inline colour green(int, int) { return {10, 180, 60, 255}; }

inline double psnr(const std::vector<colour>& colours, const std::vector<colour>& other) {
    double sum = 0.0;
    for (size_t i = 0; i < colours.size(); ++i)
        for (size_t k = 0; k < 3; ++k) sum += std::pow(double(colours[i][k]) - double(other[i][k]), 2.0);
    return sum == 0.0 ? INFINITY : 10.0 * std::log10(255.0 * 255.0 * 3.0 * static_cast<double>(colours.size()) / sum);
}

}  // namespace warp_test
