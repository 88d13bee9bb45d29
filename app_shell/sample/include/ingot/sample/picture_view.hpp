// How a picture that a kernel computes reaches the screen:
//
//     void load(…) { view_.emplace(device); }
//     void draw(…) {
//         auto pixels = view_->acquire(queue, width, height);
//         queue.run(program.paint, range(width * height), *pixels, …);
//         pixels.release();
//         view_->draw(canvas);
//     }
#pragma once

#include <cstdint>
#include <ingot/gl_sharing.hpp>
#include <ingot/language/ray_camera.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <string_view>
#include <utility>

namespace ingot {

/// The pixels of a view, for kernels to write. Afterwards call release(), which waits for the kernels and throws error if one of
/// them failed. If it was not called, the destructor waits, and the error is thrown by the next call that waits for the queue.
class view_pixels {
public:
    /// Pixels that OpenGL and the device share.
    explicit view_pixels(std::unique_ptr<acquired_buffer<float4>> shared) : shared_(std::move(shared)) {}
    /// Pixels of the device alone, which must outlive this object.
    view_pixels(device_buffer<float4>& of_device, queue& queue) : of_device_(&of_device), queue_(&queue) {}

    device_buffer<float4>& operator*() { return shared_ ? **shared_ : *of_device_; }
    device_buffer<float4>* operator->() { return &**this; }
    void release();

private:
    std::unique_ptr<acquired_buffer<float4>> shared_;
    device_buffer<float4>* of_device_ = nullptr;
    queue* queue_ = nullptr;
};

/// A picture in a buffer that a kernel writes and OpenGL reads, in place where the device can do so. Some devices also
/// map the picture's light to the colours of the screen (maps_light()), because OpenGL on a processor takes several times as
/// long. All calls need the same current OpenGL context, as shared_buffer does. The queue of acquire() must
/// outlive this object.
class picture_view {
public:
    explicit picture_view(const device& device);
    picture_view(picture_view&&) noexcept;
    picture_view& operator=(picture_view&&) noexcept;
    ~picture_view();

    /// Returns the pixels for a kernel to write: width · height times red, green, blue (linear light) and alpha, with rows
    /// from the bottom. The size is at least 1 × 1. A new size replaces the buffer. Throws what shared_buffer throws.
    [[nodiscard]] view_pixels acquire(queue& queue, uint32_t width, uint32_t height);
    /// Draws the pixels over the whole canvas, interpolated where it is larger. Draws nothing before the first acquire().
    void draw(const canvas& canvas);

private:
    struct parts;

    void hand_over(shared_texture& taken);

    std::shared_ptr<parts> parts_;  // hides the headers of OpenGL
};

/// Do views of the device map light to the colours of the screen by its kernels? Such a device runs them on the host's processor,
/// as fast as the processor can. If OpenGL runs there too, a sample should leave it as little work as possible.
bool maps_light(const device& device);

/// Returns a number that was not returned before, for shared_texture::version.
uint64_t new_picture_version();

/// The kernel by which views map light. A sample does not get its times (sample::kernels_timed()).
inline constexpr std::string_view tone_kernel = "map_tones";

/// The canvas's camera, for kernels that follow a ray through each pixel.
ray_camera rays_of(const canvas& canvas);

}  // namespace ingot
