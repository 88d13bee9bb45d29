// Images of the CPU debug device: pixels in the process's own memory.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "../backend.hpp"

namespace ingot::backends::cpu_debug {

/// One mip level: where its first pixel is, and pixels in x, y and z.
struct image_level {
    std::byte* pixels;
    std::array<uint32_t, 3> extent;
};

class image final : public image_interface {
public:
    /// Allocates each level by itself and of exactly its size, so that AddressSanitizer finds an access outside of it. Throws
    /// error where there is no such memory.
    explicit image(const image_description& what);
    /// Pixels that `owner` keeps alive: a level of another image, or what a graphics library has mapped.
    image(const image_description& what, std::vector<image_level> of, std::shared_ptr<const void> owner)
        : described(what), all(std::move(of)), owned(std::move(owner)) {}

    const image_description& description() const override { return described; }
    const std::vector<image_level>& levels() const { return all; }
    const std::shared_ptr<const void>& owner() const { return owned; }

private:
    image_description described;
    std::vector<image_level> all;
    std::shared_ptr<const void> owned;
};

/// Copies a box of pixels row by row. Positions and strides are in pixels.
struct pixel_box {
    std::byte* pixels;
    std::array<uint32_t, 3> whole;
    std::array<uint32_t, 3> origin;
};
void copy_pixels(const pixel_box& to, const pixel_box& from, const std::array<uint32_t, 3>& extent, size_t pixel_size);

/// The box of an image that begins at a place.
pixel_box box_of(const image_place& place);
size_t pixel_size_of(const image_place& place);

}  // namespace ingot::backends::cpu_debug
