#include "buffer.hpp"

#include <algorithm>
#include <bit>

namespace ingot::backends::vulkan {

namespace {

constexpr size_t smallest_staging_bytes = size_t {64} << 10;
constexpr size_t kept_staging_bytes = size_t {64} << 20;

}  // namespace

buffer::buffer(const std::shared_ptr<const logical_device>& device, allocator& memory, size_t bytes, memory_use use)
    : bytes_(bytes) {
    if (device->lost_reason()) device->check(VK_ERROR_DEVICE_LOST, "creating a buffer");
    if (bytes == 0) return;
    const device_functions& calls = device->functions();
    auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = (bytes + 3) / 4 * 4;  // kernels access whole words for atomic operations on 8 and 16 bits
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                 VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    handle_ = {device, device->create<VkBuffer>(calls.vkCreateBuffer, "vkCreateBuffer", info), calls.vkDestroyBuffer};
    VkMemoryRequirements requirements {};
    calls.vkGetBufferMemoryRequirements(device->handle(), handle(), &requirements);
    memory_ = memory.allocate(requirements, use, "buffer of " + std::to_string(bytes) + " bytes");
    device->check(calls.vkBindBufferMemory(device->handle(), handle(), memory_.memory(), memory_.offset()), "vkBindBufferMemory");
    auto place = structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    place.buffer = handle();
    address_ = calls.vkGetBufferDeviceAddress(device->handle(), &place);
}

std::shared_ptr<buffer> staging_pool::get(size_t bytes) {
    std::unique_ptr<buffer> found;
    {
        const std::lock_guard lock(guard_);
        if (const auto fitting = unused_.lower_bound(bytes);
            fitting != unused_.end() && fitting->first / 4 <= bytes + smallest_staging_bytes) {
            found = std::move(fitting->second);
            unused_bytes_ -= fitting->first;
            unused_.erase(fitting);
        }
    }
    if (!found)
        found = std::make_unique<buffer>(device_, *memory_, std::bit_ceil(std::max(bytes, smallest_staging_bytes)),
                                         memory_use::host_buffer);
    return {found.release(), [pool = shared_from_this()](buffer* unused) { pool->put_back(std::unique_ptr<buffer>(unused)); }};
}

void staging_pool::put_back(std::unique_ptr<buffer> unused) noexcept {
    try {
        const std::lock_guard lock(guard_);
        const size_t bytes = unused->size();
        if (unused_bytes_ + bytes > kept_staging_bytes) return;
        unused_.emplace(bytes, std::move(unused));
        unused_bytes_ += bytes;
    } catch (const std::bad_alloc&) {
        // Without memory for the list the buffer is not kept.
    }
}

}  // namespace ingot::backends::vulkan
