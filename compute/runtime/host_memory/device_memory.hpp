// What all devices have in common that run kernels on the processor: their properties, and buffers and images in memory of the
// process.
#pragma once

#include <cstddef>
#include <ingot/runtime/device.hpp>
#include <memory>
#include <span>

#include "../backend.hpp"

namespace ingot::backends::host_memory {

/// Returns the properties of the processor as a device. `backend` and `driver` are not set.
device_properties describe_processor();

/// Creates a buffer. Throws error if there is not enough memory.
std::shared_ptr<buffer_interface> create_buffer(const device_properties& device, size_t bytes);
/// Creates an image. Throws error if there is not enough memory.
std::shared_ptr<image_interface> create_image(const device_properties& device, const image_description& description);
/// Returns a mip level of an image as an image.
std::shared_ptr<image_interface> create_level_view(const image_interface& whole_image, const image_description& description,
                                                   uint32_t level);

/// Repeats the pattern over `count` bytes, a multiple of its size.
void fill_bytes(std::byte* destination, size_t count, std::span<const std::byte> pattern);

}  // namespace ingot::backends::host_memory
