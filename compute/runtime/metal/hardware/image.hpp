// Images of a Metal device: textures.
#pragma once

#include <memory>
#include <vector>

#include "../../backend.hpp"
#include "buffer.hpp"

namespace ingot::backends::metal::hardware {

/// A texture. As in the text that ingotc writes, a depth image is a texture of one channel, a cube is an array of faces, and
/// an image with depth and stencil is a texture of 32-bit numbers.
class image final : public image_interface {
public:
    /// Throws error if Metal cannot create the texture.
    image(const native_device& device, const image_description& description);
    /// A mip level of another image. The texture of the view keeps the pixels alive.
    image(const native_device& device, const image_description& description, const image& whole, uint32_t level);

    const image_description& description() const override { return description_; }
    object get() const { return texture_.get(); }

private:
    image_description description_;
    retained texture_;
};

/// Has the image layers or faces, which are slices of its texture?
bool has_slices(const image_description& description);

/// Returns the formats that Metal's textures support for images of `shape`.
std::vector<pixel_format> texture_formats(image_shape shape);

/// Returns the value of MTLPixelFormat for a format; 0 if Metal has none.
count native_pixel_format(pixel_format format);

}  // namespace ingot::backends::metal::hardware
