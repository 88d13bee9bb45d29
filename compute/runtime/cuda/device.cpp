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

uint32_t query(const driver& calls, device_number device, device_attribute attribute) {
    int value = 0;
    calls.call(calls.get_device_attribute, &value, attribute, device);
    return static_cast<uint32_t>(value);
}

compute_capability capability_of(const driver& calls, device_number device) {
    return {query(calls, device, device_attribute::compute_capability_major),
            query(calls, device, device_attribute::compute_capability_minor)};
}

std::string name_of(const driver& calls, device_number device) {
    std::array<char, 256> name {};
    calls.call(calls.get_device_name, name.data(), static_cast<int>(name.size()) - 1, device);
    return name.data();
}

device_properties describe(const driver& calls, device_number device, compute_capability capability) {
    size_t memory = 0;
    calls.call(calls.get_device_memory, &memory, device);
    device_properties properties;
    properties.backend = backend::cuda;
    properties.name = name_of(calls, device);
    properties.vendor = "NVIDIA";
    properties.maker = device_vendor::nvidia;
    properties.api = api_version(calls);
    properties.compute_capability = {capability.major, capability.minor};
    properties.driver = driver_version(calls) + ", compute capability " + std::to_string(capability.major) + "." +
                        std::to_string(capability.minor);
    const auto number = [&](device_attribute attribute) { return query(calls, device, attribute); };
    properties.compute_units = number(device_attribute::multiprocessor_count);
    properties.clock_mhz = number(device_attribute::clock_rate) / 1000;
    properties.simd_width = number(device_attribute::warp_size);
    properties.float_lanes = single_precision_lanes(capability);
    properties.bitness = 64;  // current CUDA drivers have 64-bit pointers only
    properties.global_memory = memory;
    properties.constant_memory = memory;
    // 48 KiB for variables of a kernel; a launch can give more to a parameter (program.cpp).
    properties.local_memory = std::max(number(device_attribute::max_shared_memory_per_block),
                                       number(device_attribute::max_shared_memory_per_block_opt_in));
    properties.max_group_size = query(calls, device, device_attribute::max_threads_per_block);
    properties.max_group_sizes = {number(device_attribute::max_block_x), number(device_attribute::max_block_y),
                                  number(device_attribute::max_block_z)};
    properties.images = {number(device_attribute::max_texture_1d_width),
                         {number(device_attribute::max_texture_2d_width), number(device_attribute::max_texture_2d_height)},
                         {number(device_attribute::max_texture_3d_width), number(device_attribute::max_texture_3d_height),
                          number(device_attribute::max_texture_3d_depth)},
                         number(device_attribute::max_texture_2d_layers)};
    // Devices of compute capability 5.3 and higher have half-precision arithmetic ("CUDA C++ Programming Guide", table of the
    // throughput of arithmetic instructions).
    properties.has_half = capability >= compute_capability {5, 3};
    properties.has_double = true;
    properties.has_64_bit_atomics = true;
    properties.has_sub_groups = true;
    properties.has_sub_group_shuffles = true;
    properties.has_images = properties.images.size_2d[0] > 0;
    return properties;
}

}  // namespace

device::device(const driver& calls, device_number number) : number_(number), capability_(capability_of(calls, number)) {
    properties_ = describe(calls, number, capability_);
    context_ = std::make_shared<primary_context>(calls, number, properties_.name);
    pinned_memory_ = std::make_shared<pinned_pool>(context_);
}

std::shared_ptr<queue_interface> device::create_queue() { return std::make_shared<queue>(shared_from_this()); }

std::shared_ptr<buffer_interface> device::create_buffer(size_t bytes, const memory_access&) {
    return std::make_shared<buffer>(context_, bytes);
}

std::shared_ptr<image_interface> device::create_image(const image_description& description) {
    return std::make_shared<image>(context_, description);
}

std::shared_ptr<image_interface> device::create_level_view(const std::shared_ptr<image_interface>& whole_image,
                                                           const image_description& description, uint32_t level) {
    return std::make_shared<image>(context_, description, static_cast<const image&>(*whole_image).level(level), whole_image);
}

std::vector<pixel_format> device::image_formats(image_shape shape) { return supported_formats(shape); }

std::shared_ptr<program_interface> device::create_program(const program_source& source, const archive::archive& contents) {
    return std::make_shared<program>(shared_from_this(), source, contents);
}

gl_support device::gl_sharing() {
    const current_context context(*context_);
    unsigned int count = 0;
    std::array<device_number, 64> gl_devices {};
    const auto& get_gl_devices = context.driver_functions().get_gl_devices;
    const result answer = context.try_call(get_gl_devices, &count, gl_devices.data(),
                                           static_cast<unsigned int>(gl_devices.size()), gl_device_list::all);
    if (answer != result::success)
        return {gl_sharing_method::none, std::string(get_gl_devices.name()) + ": " + context.driver_functions().describe(answer)};
    if (std::find(gl_devices.begin(), gl_devices.begin() + count, number_) == gl_devices.begin() + count)
        return {gl_sharing_method::none, "OpenGL runs on another device"};
    return {gl_sharing_method::by_name, {}};
}

std::shared_ptr<gl_buffer_interface> device::share_gl_buffer(const gl_buffer_object& object) {
    return std::make_shared<gl_buffer>(context_, object);
}

std::shared_ptr<gl_image_interface> device::share_gl_image(const gl_image_object& object) {
    return std::make_shared<gl_image>(context_, object);
}

}  // namespace ingot::backends::cuda
