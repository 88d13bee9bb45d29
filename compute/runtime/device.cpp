#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/queue.hpp>

#include "backend.hpp"

namespace ingot {

device::device(std::shared_ptr<backends::device_interface> implementation) : shared(std::move(implementation)) {
    if (!shared) throw error("a device needs an implementation");
}

backends::device_interface& device::implementation() const {
    if (!shared) throw error("this device handle was moved from");
    return *shared;
}

const device_properties& device::properties() const { return implementation().properties(); }

queue device::create_queue() const { return queue(*this); }

device_image device::create_image(const image_description& what) const { return {*this, what}; }

device_image device::create_image(const image_description& what, std::span<const std::byte> pixels) const {
    device_image created(*this, what);
    queue in = create_queue();
    created.write(in, pixels);
    in.finish();
    return created;
}

std::vector<pixel_format> device::image_formats(image_shape of) const { return implementation().image_formats(of); }

}  // namespace ingot
