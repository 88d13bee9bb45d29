#include "device.hpp"

#include "../host_memory/buffer.hpp"
#include "../host_memory/device_memory.hpp"
#include "../images/formats.hpp"
#include "../vendor.hpp"
#include "architecture.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::cpu_native {

namespace {

device_properties describe() {
    const archive::cpu::architecture& own = processor_architecture();
    device_properties properties = host_memory::describe_processor();
    properties.backend = backend::cpu_native;
    properties.driver = "machine code of ingotc, up to " + std::string(own.name);
    properties.simd_width = own.floats;
    properties.float_lanes = float_lanes_of_core(properties.simd_width);
    return properties;
}

}  // namespace

device::device() : properties_(describe()) {}

worker_pool& device::workers() {
    std::call_once(workers_started_, [this] { workers_.emplace(); });
    return *workers_;
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    return host_memory::create_buffer(properties_, bytes);
}

std::string device::architecture() const { return std::string(processor_architecture().name); }

std::shared_ptr<buffer_interface> device::use_host_memory(std::span<std::byte> memory) {
    return std::make_shared<host_memory::buffer>(memory);
}

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    return host_memory::create_image(properties_, description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                           const image_description& description, uint32_t level) {
    return host_memory::create_level_view(*whole_image, description, level);
}

// A channel in a kernel has 32 bits. Only the CPU debug device has formats that need more.
std::vector<pixel_format> device::image_formats(image_shape shape) {
    std::vector<pixel_format> formats = images::valid_formats(shape);
    std::erase_if(formats, [](const pixel_format& format) { return detail::bits_of_channel(format.channel) > 32; });
    return formats;
}

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

}  // namespace ingot::backends::cpu_native
