// How a picture that a kernel computes reaches the screen:
//
//     void load(…) { view_.emplace(device); }
//     void draw(…) {
//         queue.run(program.paint, range(width * height), view_->acquire(queue, width, height), …);
//         view_->draw(canvas);
//     }
#pragma once

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/ray_camera.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>

namespace ingot {

/// A picture in a buffer that a kernel writes and OpenGL reads, in place where the device can do so. All calls need the same
/// current OpenGL context, as shared_buffer does.
class picture_view {
public:
    explicit picture_view(const device& device);
    picture_view(picture_view&&) noexcept;
    picture_view& operator=(picture_view&&) noexcept;
    ~picture_view();

    /// Returns the pixels for a kernel to write: width · height times red, green, blue (linear light) and alpha, with rows
    /// from the bottom. The size is at least 1 × 1. A new size replaces the buffer. Throws what shared_buffer throws.
    [[nodiscard]] acquired_buffer<float4> acquire(queue& queue, uint32_t width, uint32_t height);
    /// Draws the pixels over the whole canvas, interpolated where it is larger. Draws nothing before the first acquire().
    void draw(const canvas& canvas);

private:
    struct parts;
    std::unique_ptr<parts> parts_;  // hides the headers of OpenGL
};

/// The canvas's camera, for kernels that follow a ray through each pixel.
ray_camera rays_of(const canvas& canvas);

}  // namespace ingot
