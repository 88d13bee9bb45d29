#include "buffer.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

namespace ingot::backends::metal::hardware {

namespace {

constexpr size_t size_unit = 16;

size_t size_in_units(size_t bytes) { return std::max(bytes + (size_unit - bytes % size_unit) % size_unit, size_unit); }

}  // namespace

buffer::buffer(const native_device& device, size_t bytes, resource_options options) {
    const metal_library& metal = device.metal;
    const size_t whole = size_in_units(bytes);
    const size_t most = metal.max_buffer_length(device.handle);
    if (whole < bytes || whole > most)
        throw error("no buffer of " + std::to_string(bytes) + " bytes on '" + device.name + "': the largest one has " +
                    std::to_string(most) + " bytes");
    handle_ = retained::adopt(metal.runtime(), metal.new_buffer(device.handle, whole, options));
    if (!handle_)
        throw error("no buffer of " + std::to_string(bytes) + " bytes on '" + device.name + "': there is not enough memory");
    if (options == resource_options::shared) contents_ = static_cast<std::byte*>(metal.contents(handle_.get()));
}

}  // namespace ingot::backends::metal::hardware
