// A picture and its blur in the memory of a device and of OpenGL.
#pragma once

#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <memory>

#include "blur_view.kernels.hpp"
#include "buffer_texture.hpp"
#include "gaussian_blur.hpp"
#include "split_layout.hpp"

namespace ingot::samples::blur {

/// A picture and its blur. Colours are stored multiplied by alpha; otherwise the blur would mix the invisible colours of
/// transparent pixels into visible pixels.
class device_picture {
public:
    virtual ~device_picture() = default;

    /// Builds the kernels and allocates the memory for run(), and throws what run() would throw.
    virtual void prepare(const blur_settings& settings) = 0;
    /// Blurs the original picture.
    virtual void run(queue& queue, const blur_settings& settings) = 0;
    /// Draws the original at the left and the result at the right into the pixels of a canvas by kernels. The device must map
    /// light (maps_light()).
    virtual void paint(queue& queue, const blur_view_program& program, device_buffer<float4>& pixels,
                       const split_layout& layout) const = 0;
    /// Call this before OpenGL draws from the buffer of the result.
    virtual void give_to_gl(queue&) {}
    /// Waits for the queue and returns the blurred picture.
    virtual media::picture result(queue& queue) = 0;

    virtual size_t pixel_bytes() const = 0;
    virtual buffer_pixels kind() const = 0;
    picture_size area() const { return size_; }
    /// OpenGL names of the buffers of the original and of the result.
    GLuint original_buffer_name() const { return original_for_gl_.get(); }
    virtual GLuint result_buffer_name() const = 0;

protected:
    explicit device_picture(const picture_size& size) : size_(size) {}

    picture_size size_;
    opengl::buffer original_for_gl_;  ///< a copy of the original, which OpenGL draws
};

/// Uploads a picture as floating-point numbers, or as 16-bit integers, which clip light at 1. Throws error if the
/// device has too little memory. If the device maps light (maps_light()), OpenGL gets the result by give_to_gl() only.
std::unique_ptr<device_picture> upload(const media::picture& source, buffer_pixels kind, const device& device, queue& queue);

}  // namespace ingot::samples::blur
