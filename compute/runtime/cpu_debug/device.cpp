#include "device.hpp"

#include "../host_memory/buffer.hpp"
#include "../host_memory/device_memory.hpp"
#include "../images/formats.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::cpu_debug {

using namespace host_memory;

namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

device_properties describe() {
    device_properties properties = describe_processor();
    properties.backend = backend::cpu_debug;
    properties.driver = std::string("kernels compiled into the program, ") + compiler;
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

std::shared_ptr<buffer_interface> device::use_host_memory(std::span<std::byte> memory) {
    return std::make_shared<buffer>(memory);
}

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    return host_memory::create_image(properties_, description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                           const image_description& description, uint32_t level) {
    return host_memory::create_level_view(*whole_image, description, level);
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return images::valid_formats(shape); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive&) {
    return std::make_shared<program>(shared_from_this(), source);
}

}  // namespace ingot::backends::cpu_debug
