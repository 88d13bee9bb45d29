// A picture and its blur, on a device and for OpenGL, in one kind of pixel.
#pragma once

#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <memory>

#include "blurring.hpp"
#include "buffer_texture.hpp"

namespace ingot::samples::blur {

/// Colours are multiplied by alpha there: otherwise what cannot be seen would bleed into what can.
class picture_on_device {
public:
    virtual ~picture_on_device() = default;

    /// What run() needs, and so what it would throw.
    virtual void prepare(const blur_settings& with) = 0;
    virtual void run(queue& in, const blur_settings& with) = 0;
    /// The blurred picture, when all work is done.
    virtual media::picture result(queue& in) = 0;

    virtual size_t pixel_bytes() const = 0;
    virtual buffer_pixels kind() const = 0;
    blur_area area() const { return size; }
    /// Buffer objects of OpenGL, with pixels of that kind.
    GLuint original_name() const { return original_for_gl.get(); }
    virtual GLuint result_name() const = 0;

protected:
    explicit picture_on_device(const blur_area& of) : size(of) {}

    blur_area size;
    opengl::buffer original_for_gl;
};

/// With floating-point numbers, or with whole ones of 16 bits, which cut light at 1. Throws error where the device has not the
/// memory.
std::unique_ptr<picture_on_device> bring_to_device(const media::picture& from, buffer_pixels kind, const device& on, queue& in);

}  // namespace ingot::samples::blur
