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
    const processor here = this_processor();
    device_properties properties;
    properties.backend = backend::cpu_debug;
    properties.name = here.name;
    properties.vendor = here.vendor;
    properties.maker = vendor_of(here.vendor);
    properties.driver = std::string("kernels compiled into the program, ") + compiler;
    properties.units = static_cast<uint32_t>(usable_cores().size());
    properties.clock = here.clock;
    properties.simd_width = here.lanes;
    properties.float_lanes = float_lanes_of_core(here.lanes);
    properties.bitness = sizeof(void*) * 8;
    properties.global_memory = physical_memory();
    properties.constant_memory = properties.global_memory;
    // No limit of the hardware: more than common devices have, little enough to stay in a core's cache.
    properties.local_memory = 1024 * 1024;
    properties.max_group_size = 1024;
    properties.max_group_sizes = {1024, 1024, 1024};
    // Memory is the limit; a number that products of three keep within 64 bits.
    constexpr uint32_t most_pixels = 1u << 20;
    properties.images = {most_pixels, {most_pixels, most_pixels}, {most_pixels, most_pixels, most_pixels}, most_pixels};
    properties.has_images = true;
    properties.is_cpu = true;
    properties.has_half = true;
    properties.has_double = true;
    properties.has_64_bit_atomics = true;
    properties.has_sub_groups = true;
    return properties;
}

}  // namespace

device::device() : described(describe()) {}

worker_pool& device::workers() {
    std::call_once(started, [this] { pool.emplace(); });
    return *pool;
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    // A system that overcommits would say yes, and end the process when the memory is touched.
    auto created = bytes <= described.global_memory || described.global_memory == 0 ? std::make_shared<buffer>(bytes) : nullptr;
    if (!created || !created->bytes())
        throw error("no buffer of " + std::to_string(bytes) + " bytes on '" + described.name + "', which has " +
                    std::to_string(described.global_memory));
    return created;
}

std::shared_ptr<buffer_interface> device::use_host_memory(std::span<std::byte> used) { return std::make_shared<buffer>(used); }

std::shared_ptr<image_interface> device::create_image(const image_description& what) {
    const size_t bytes = images::byte_count(what.format, images::extent_of_level(what, 0));
    if (described.global_memory != 0 && bytes > described.global_memory)
        throw error("no memory for " + to_string(what) + " on '" + described.name + "', which has " +
                    std::to_string(described.global_memory) + " bytes");
    return std::make_shared<image>(what);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& of,
                                                           const image_description& what, uint32_t level) {
    const auto& whole = static_cast<const image&>(*of);
    return std::make_shared<image>(what, std::vector {whole.levels()[level]}, whole.owner());
}

std::vector<pixel_format> device::image_formats(image_shape of) { return images::formats_of_shape(of); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive&) {
    return std::make_shared<program>(shared_from_this(), source);
}

}  // namespace ingot::backends::cpu_debug
