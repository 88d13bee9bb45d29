#include "device.hpp"

#include <algorithm>
#include <array>

#include "buffer.hpp"
#include "driver_version.hpp"
#include "gl_buffer.hpp"
#include "gl_image.hpp"
#include "image.hpp"
#include "program.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

uint32_t ask(const driver& calls, device_number of, device_attribute what) {
    int value = 0;
    calls.call(calls.get_device_attribute, &value, what, of);
    return static_cast<uint32_t>(value);
}

compute_capability capability_of(const driver& calls, device_number of) {
    return {ask(calls, of, device_attribute::compute_capability_major),
            ask(calls, of, device_attribute::compute_capability_minor)};
}

std::string name_of(const driver& calls, device_number of) {
    std::array<char, 256> name {};
    calls.call(calls.get_device_name, name.data(), static_cast<int>(name.size()) - 1, of);
    return name.data();
}

device_properties describe(const driver& calls, device_number of, compute_capability capability) {
    size_t memory = 0;
    calls.call(calls.get_device_memory, &memory, of);
    device_properties properties;
    properties.backend = backend::cuda;
    properties.name = name_of(calls, of);
    properties.vendor = "NVIDIA";
    properties.maker = device_vendor::nvidia;
    properties.api = api_version(calls);
    properties.compute_capability = {capability.major, capability.minor};
    properties.driver = driver_version(calls) + ", compute capability " + std::to_string(capability.major) + "." +
                        std::to_string(capability.minor);
    const auto number = [&](device_attribute what) { return ask(calls, of, what); };
    properties.units = number(device_attribute::multiprocessor_count);
    properties.clock = number(device_attribute::clock_rate) / 1000;
    properties.simd_width = number(device_attribute::warp_size);
    properties.float_lanes = float_lanes(capability);
    properties.bitness = 64;  // CUDA has no other any more
    properties.global_memory = memory;
    properties.constant_memory = memory;
    properties.local_memory = ask(calls, of, device_attribute::max_shared_memory_per_block);
    properties.max_group_size = ask(calls, of, device_attribute::max_threads_per_block);
    properties.max_group_sizes = {number(device_attribute::max_block_x), number(device_attribute::max_block_y),
                                  number(device_attribute::max_block_z)};
    properties.images = {number(device_attribute::max_texture_1d_width),
                         {number(device_attribute::max_texture_2d_width), number(device_attribute::max_texture_2d_height)},
                         {number(device_attribute::max_texture_3d_width), number(device_attribute::max_texture_3d_height),
                          number(device_attribute::max_texture_3d_depth)},
                         number(device_attribute::max_texture_2d_layers)};
    // Arithmetic with half begins with compute capability 5.3 (CUDA C++ Programming Guide, table of throughputs).
    properties.has_half = capability >= compute_capability {5, 3};
    properties.has_double = true;
    properties.has_64_bit_atomics = true;
    properties.has_sub_groups = true;
    properties.has_images = properties.images.size_2d[0] > 0;
    return properties;
}

}  // namespace

device::device(const driver& calls, device_number of) : number(of), capability(capability_of(calls, of)) {
    described = describe(calls, of, capability);
    retained = std::make_shared<primary_context>(calls, of, described.name);
    pool = std::make_shared<pinned_pool>(retained);
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    return std::make_shared<buffer>(retained, bytes);
}

std::shared_ptr<image_interface> device::create_image(const image_description& what) {
    return std::make_shared<image>(retained, what);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& of,
                                                           const image_description& what, uint32_t level) {
    return std::make_shared<image>(retained, what, static_cast<const image&>(*of).level(level), of);
}

std::vector<pixel_format> device::image_formats(image_shape of) { return formats_of(of); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

gl_support device::gl_sharing() {
    const current_context here(*retained);
    unsigned int count = 0;
    std::array<device_number, 64> of_gl {};
    const auto& ask = here.calls().get_gl_devices;
    const result answer = here.attempt(ask, &count, of_gl.data(), static_cast<unsigned int>(of_gl.size()), gl_device_list::all);
    if (answer != result::success) return {gl_way::none, std::string(ask.name()) + ": " + here.calls().words(answer)};
    if (std::find(of_gl.begin(), of_gl.begin() + count, number) == of_gl.begin() + count)
        return {gl_way::none, "OpenGL runs on another device"};
    return {gl_way::by_name, {}};
}

std::shared_ptr<gl_buffer_interface> device::share_gl_buffer(const gl_buffer_object& object) {
    return std::make_shared<gl_buffer>(retained, object);
}

std::shared_ptr<gl_image_interface> device::share_gl_image(const gl_image_object& object) {
    return std::make_shared<gl_image>(retained, object);
}

}  // namespace ingot::backends::cuda
