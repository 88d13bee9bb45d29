#include "device.hpp"

#include <ingot/runtime/error.hpp>

#include "../images/formats.hpp"
#include "../vendor.hpp"
#include "buffer.hpp"
#include "image.hpp"
#include "processor.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::cpu_debug {

namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

device_properties describe() {
    const processor processor = query_processor();
    device_properties properties;
    properties.backend = backend::cpu_debug;
    properties.name = processor.name;
    properties.vendor = processor.vendor;
    properties.maker = find_vendor(processor.vendor);
    properties.driver = std::string("kernels compiled into the program, ") + compiler;
    properties.compute_units = static_cast<uint32_t>(allowed_cores().size());
    properties.clock_mhz = processor.clock_mhz;
    properties.simd_width = processor.float_lanes;
    properties.float_lanes = float_lanes_of_core(processor.float_lanes);
    properties.bitness = sizeof(void*) * 8;
    properties.global_memory = physical_memory();
    properties.constant_memory = properties.global_memory;
    // Local memory is ordinary memory here, which has no such limit. This size is more than most devices have, and small
    // enough for a core's cache.
    properties.local_memory = 1024 * 1024;
    properties.max_group_size = 1024;
    properties.max_group_sizes = {1024, 1024, 1024};
    // Only memory limits the size of images. The product of three such sizes still fits into 64 bits.
    constexpr uint32_t most_pixels = 1u << 20;
    properties.images = {most_pixels, {most_pixels, most_pixels}, {most_pixels, most_pixels, most_pixels}, most_pixels};
    properties.has_images = true;
    properties.is_cpu = true;
    properties.has_half = true;
    properties.has_double = true;
    properties.has_64_bit_atomics = true;
    properties.has_sub_groups = true;
    properties.has_sub_group_shuffles = true;
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
    // Buffers that are larger than the system's memory are rejected here. A system that overcommits would allocate them, and
    // would end the process when it uses the memory.
    auto result =
        bytes <= properties_.global_memory || properties_.global_memory == 0 ? std::make_shared<buffer>(bytes) : nullptr;
    if (!result || !result->bytes())
        throw error("no buffer of " + std::to_string(bytes) + " bytes on '" + properties_.name + "', which has " +
                    std::to_string(properties_.global_memory) + " bytes");
    return result;
}

std::shared_ptr<buffer_interface> device::use_host_memory(std::span<std::byte> memory) {
    return std::make_shared<buffer>(memory);
}

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    const size_t bytes = images::byte_count(description.format, images::extent_of_level(description, 0));
    if (properties_.global_memory != 0 && bytes > properties_.global_memory)
        throw error("no memory for " + to_string(description) + " on '" + properties_.name + "', which has " +
                    std::to_string(properties_.global_memory) + " bytes");
    return std::make_shared<image>(description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                           const image_description& description, uint32_t level) {
    const auto& whole = static_cast<const image&>(*whole_image);
    return std::make_shared<image>(description, std::vector {whole.levels()[level]}, whole.owner());
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return images::valid_formats(shape); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive&) {
    return std::make_shared<program>(shared_from_this(), source);
}

}  // namespace ingot::backends::cpu_debug
