#include "pipeline_cache.hpp"

#include <ingot/archive/content_hash.hpp>
#include <optional>
#include <span>
#include <vector>

#include "../disk_cache.hpp"

namespace ingot::backends::vulkan {

namespace {

owned<VkPipelineCache> create(const std::shared_ptr<const logical_device>& device, std::span<const std::byte> contents) {
    auto info = structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
    info.initialDataSize = contents.size();
    info.pInitialData = contents.data();
    const device_functions& calls = device->functions();
    return {device, device->create<VkPipelineCache>(calls.vkCreatePipelineCache, "vkCreatePipelineCache", info),
            calls.vkDestroyPipelineCache};
}

}  // namespace

// The key contains everything that changes the pipelines or makes a driver reject them.
std::string driver_key(const logical_device& device, std::string_view what) {
    const VkPhysicalDeviceProperties& properties = device.physical().properties();
    const std::string_view build(reinterpret_cast<const char*>(properties.pipelineCacheUUID), VK_UUID_SIZE);
    return archive::to_string(
        archive::content_digest_of({"vulkan", INGOT_VERSION, what, properties.deviceName, std::to_string(properties.vendorID),
                                    std::to_string(properties.deviceID), std::to_string(properties.driverVersion), build}));
}

// A driver ignores contents that another driver made; Vulkan requires that of it. The disk cache checks that they are whole.
pipeline_cache::pipeline_cache(std::shared_ptr<const logical_device> device, std::string_view archive_hash)
    : device_(std::move(device)), key_(driver_key(*device_, archive_hash)) {
    const std::optional<std::vector<std::byte>> stored = disk_cache().find(key_);
    was_stored_ = stored.has_value();
    handle_ = create(device_, stored ? std::span<const std::byte>(*stored) : std::span<const std::byte>());
    stored_bytes_ = stored ? stored->size() : 0;
}

void pipeline_cache::store() noexcept {
    try {
        const std::lock_guard lock(guard_);
        const device_functions& calls = device_->functions();
        size_t bytes = 0;
        if (calls.vkGetPipelineCacheData(device_->handle(), handle(), &bytes, nullptr) != VK_SUCCESS || bytes == stored_bytes_)
            return;
        std::vector<std::byte> contents(bytes);
        if (calls.vkGetPipelineCacheData(device_->handle(), handle(), &bytes, contents.data()) != VK_SUCCESS) return;
        disk_cache().store(key_, std::span(contents).first(bytes));
        stored_bytes_ = bytes;
    } catch (const std::bad_alloc&) {
        // Without memory for the contents nothing is stored.
    }
}

}  // namespace ingot::backends::vulkan
