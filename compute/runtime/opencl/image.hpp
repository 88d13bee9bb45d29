// Images of an OpenCL device.
#pragma once

#include <vector>

#include "../backend.hpp"
#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

/// An image. OpenCL 1.2 has no mip levels, so each level is an image object of its own. A kernel gets the object of the
/// first level as its argument.
class image final : public image_interface {
public:
    /// Throws error with the driver's error code.
    image(std::shared_ptr<device> owner, const image_description& description);
    /// Uses an object that exists already: a level of another image, or an object created from a graphics library's
    /// image. `owner` keeps the object alive.
    image(const image_description& description, cl_mem existing, std::shared_ptr<const void> owner)
        : description_(description), levels_ {existing}, owner_(std::move(owner)) {}

    const image_description& description() const override { return description_; }
    cl_mem handle(uint32_t level = 0) const { return levels_[level]; }

private:
    owned<cl_mem> create(uint32_t level);

    std::shared_ptr<device> device_;
    image_description description_;
    std::vector<owned<cl_mem>> objects_;
    std::vector<cl_mem> levels_;
    std::shared_ptr<const void> owner_;
};

/// A box of pixels in OpenCL's coordinates, which count the layers of a 1D array in y.
struct image_box {
    image_box(const image_position& place, const std::array<uint32_t, 3>& extent);

    cl_mem object = nullptr;
    std::array<size_t, 3> origin {};
    std::array<size_t, 3> region {};
};

/// The pixel formats of the language that the device supports for images of `shape`.
std::vector<pixel_format> supported_formats(device& device, image_shape shape);

}  // namespace ingot::backends::opencl
