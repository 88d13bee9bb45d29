#include "buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <ingot/runtime/error.hpp>

namespace ingot::backends::vulkan {

namespace {

constexpr size_t smallest_staging_bytes = size_t {64} << 10;
constexpr size_t kept_staging_bytes = size_t {64} << 20;

void check_export(const logical_device& device, const VkBufferCreateInfo& buffer) {
    auto asked = structure<VkPhysicalDeviceExternalBufferInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
    asked.usage = buffer.usage;
    asked.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    auto found = structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
    device.physical().functions().vkGetPhysicalDeviceExternalBufferProperties(device.physical().handle(), &asked, &found);
    if ((found.externalMemoryProperties.externalMemoryFeatures & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) == 0)
        throw error("'" + device.name() + "' cannot export the memory of buffers");
}

}  // namespace

buffer::buffer(const std::shared_ptr<const logical_device>& device, allocator& memory, size_t bytes, memory_use use,
               exported_memory* exported)
    : bytes_(bytes) {
    if (device->lost_reason()) device->check(VK_ERROR_DEVICE_LOST, "creating a buffer");
    if (bytes == 0) return;
    const device_functions& calls = device->functions();
    auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = (bytes + 3) / 4 * 4;  // kernels access whole words for atomic operations on 8 and 16 bits
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                 VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    // Without exclusive use no family has to give a buffer to another. OpenGL takes only one that a family gives.
    const std::array<uint32_t, 2> families {device->physical().queue_family(work_kind::kernels),
                                            device->physical().queue_family(work_kind::transfers)};
    takes_transfers_ = device->physical().has_transfer_queue() && !exported;
    if (takes_transfers_) {
        info.sharingMode = VK_SHARING_MODE_CONCURRENT;
        info.queueFamilyIndexCount = static_cast<uint32_t>(families.size());
        info.pQueueFamilyIndices = families.data();
    }
    auto external = structure<VkExternalMemoryBufferCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
    external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
    if (exported) {
        check_export(*device, info);
        info.pNext = &external;
    }
    handle_ = {device, device->create<VkBuffer>(calls.vkCreateBuffer, "vkCreateBuffer", info), calls.vkDestroyBuffer};
    const memory_requirements requirements(*device, handle());
    const std::string what = "buffer of " + std::to_string(bytes) + " bytes";
    memory_ = exported ? memory.allocate_exported(requirements, use, what) : memory.allocate(requirements.memory, use, what);
    if (exported) *exported = memory.export_file(memory_, requirements);
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
    if (!found) found = std::make_unique<buffer>(device_, *memory_, std::bit_ceil(std::max(bytes, smallest_staging_bytes)), use_);
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
