// Images of the devices that run kernels on the processor: their pixels are in memory of the process.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::host_memory {

/// One mip level: the address of its first pixel, and the number of pixels in x, y and z; z counts slices, layers or faces.
struct image_level {
    std::byte* pixels;
    std::array<uint32_t, 3> extent;
};

/// An image. Its pixels are stored row by row without gaps.
class image final : public image_interface {
public:
    /// Allocates each level separately and with exactly its size, so that AddressSanitizer finds accesses outside of it. Throws
    /// error if there is not enough memory.
    explicit image(const image_description& description);
    /// Uses existing pixels, which `owner` keeps alive: a level of another image, or pixels that a graphics library has mapped.
    image(const image_description& description, std::vector<image_level> levels, std::shared_ptr<const void> owner)
        : description_(description), levels_(std::move(levels)), owner_(std::move(owner)) {}

    const image_description& description() const override { return description_; }
    const std::vector<image_level>& levels() const { return levels_; }
    const std::shared_ptr<const void>& owner() const { return owner_; }

private:
    image_description description_;
    std::vector<image_level> levels_;
    std::shared_ptr<const void> owner_;
};

/// A box of pixels that begins at `origin` in an image of the size `image_extent`, both in x, y and z. `pixels` is the address
/// of the first pixel of the image.
struct pixel_box {
    std::byte* pixels;
    std::array<uint32_t, 3> image_extent;
    std::array<uint32_t, 3> origin;
};
/// Copies a box of pixels row by row. `extent` is its size in pixels.
void copy_pixels(const pixel_box& destination, const pixel_box& source, const std::array<uint32_t, 3>& extent, size_t pixel_size);

/// Returns the box that begins at `place`, in the image and mip level that `place` names.
pixel_box box_at(const image_position& place);
/// Returns the number of bytes of one pixel of the image.
size_t pixel_size(const image_position& place);

}  // namespace ingot::backends::host_memory
