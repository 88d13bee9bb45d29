#include "device_memory.hpp"

#include <algorithm>
#include <cstring>
#include <ingot/runtime/error.hpp>

#include "../images/formats.hpp"
#include "../vendor.hpp"
#include "buffer.hpp"
#include "image.hpp"
#include "processor.hpp"

namespace ingot::backends::host_memory {

device_properties describe_processor() {
    const processor processor = query_processor();
    device_properties properties;
    properties.name = processor.name;
    properties.vendor = processor.vendor;
    properties.maker = find_vendor(processor.vendor);
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

std::shared_ptr<buffer_interface> create_buffer(const device_properties& device, size_t bytes) {
    // Buffers that are larger than the system's memory are rejected here. A system that overcommits would allocate them, and
    // would end the process when it uses the memory.
    auto result = bytes <= device.global_memory || device.global_memory == 0 ? std::make_shared<buffer>(bytes) : nullptr;
    if (!result || !result->bytes())
        throw error("no buffer of " + std::to_string(bytes) + " bytes on '" + device.name + "', which has " +
                    std::to_string(device.global_memory) + " bytes");
    return result;
}

std::shared_ptr<image_interface> create_image(const device_properties& device, const image_description& description) {
    const size_t bytes = images::byte_count(description.format, images::extent_of_level(description, 0));
    if (device.global_memory != 0 && bytes > device.global_memory)
        throw error("no memory for " + to_string(description) + " on '" + device.name + "', which has " +
                    std::to_string(device.global_memory) + " bytes");
    return std::make_shared<image>(description);
}

std::shared_ptr<image_interface> create_level_view(const image_interface& whole_image, const image_description& description,
                                                   uint32_t level) {
    const auto& whole = static_cast<const image&>(whole_image);
    return std::make_shared<image>(description, std::vector {whole.levels()[level]}, whole.owner());
}

// Fills by repeatedly copying the filled part behind itself, which doubles it. So even a pattern of a few bytes needs few calls.
void fill_bytes(std::byte* destination, size_t count, std::span<const std::byte> pattern) {
    if (pattern.size() == 1) {
        std::memset(destination, std::to_integer<int>(pattern.front()), count);
        return;
    }
    std::memcpy(destination, pattern.data(), pattern.size());
    for (size_t filled = pattern.size(); filled < count;) {
        const size_t step = std::min(filled, count - filled);
        std::memcpy(destination + filled, destination, step);
        filled += step;
    }
}

}  // namespace ingot::backends::host_memory
