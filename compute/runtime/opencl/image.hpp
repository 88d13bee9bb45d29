// Images of an OpenCL device.
#pragma once

#include <vector>

#include "../backend.hpp"
#include "device.hpp"
#include "driver.hpp"

namespace ingot::backends::opencl {

/// OpenCL 1.2 has no mip levels: each is an image object of its own, and kernels get the first.
class image final : public image_interface {
public:
    /// Throws error with the driver's answer.
    image(std::shared_ptr<device> owner, const image_description& what);
    /// An object that exists already: a level of another image, or what was made of a graphics library's image. `owner` releases
    /// it.
    image(const image_description& what, cl_mem existing, std::shared_ptr<const void> owner)
        : described(what), levels {existing}, kept(std::move(owner)) {}

    const image_description& description() const override { return described; }
    cl_mem handle(uint32_t level = 0) const { return levels[level]; }

private:
    owned<cl_mem> create(uint32_t level);

    std::shared_ptr<device> on;
    image_description described;
    std::vector<owned<cl_mem>> objects;
    std::vector<cl_mem> levels;
    std::shared_ptr<const void> kept;
};

/// A box of pixels as OpenCL's functions take it: layers of a 1D array are counted in y.
struct image_box {
    image_box(const image_place& place, const std::array<uint32_t, 3>& extent);

    cl_mem object = nullptr;
    std::array<size_t, 3> origin {};
    std::array<size_t, 3> region {};
};

/// The formats of `shape` that the device has, of those that the language knows.
std::vector<pixel_format> formats_of(device& on, image_shape shape);

}  // namespace ingot::backends::opencl
