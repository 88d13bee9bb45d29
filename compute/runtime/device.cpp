#include <ingot/runtime/device.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/queue.hpp>

#include "backend.hpp"

namespace ingot {

double peak_operations(const device_properties& properties) {
    constexpr double megahertz = 1e6;
    constexpr double operations_per_lane = 2.0;  // a fused multiply-add
    return operations_per_lane * properties.compute_units * properties.float_lanes * properties.clock_mhz * megahertz;
}

device::device(std::shared_ptr<backends::device_interface> implementation) : shared_(std::move(implementation)) {
    if (!shared_) throw error("a device needs an implementation");
}

backends::device_interface& device::implementation() const {
    if (!shared_) throw error("this device handle was moved from");
    return *shared_;
}

const device_properties& device::properties() const { return implementation().properties(); }

queue device::create_queue() const { return queue(*this); }

device_image device::create_image(const image_description& description) const { return {*this, description}; }

device_image device::create_image(const image_description& description, std::span<const std::byte> pixels) const {
    device_image image(*this, description);
    queue queue = create_queue();
    image.write(queue, pixels);
    queue.finish();
    return image;
}

std::vector<pixel_format> device::image_formats(image_shape shape) const { return implementation().image_formats(shape); }

}  // namespace ingot
