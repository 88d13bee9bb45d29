#include "logical_device.hpp"

#include <algorithm>
#include <ingot/runtime/error.hpp>

#include "result.hpp"

namespace ingot::backends::vulkan {

namespace {

// The runtime's queues share this many queues of the driver. More would not run more work at the same time.
constexpr uint32_t most_queues = 4;

}  // namespace

logical_device::logical_device(const instance& owner, VkPhysicalDevice handle) : physical_(owner, handle) {
    const std::vector<float> priorities(std::min(physical_.queue_family_properties().queueCount, most_queues), 1.0f);
    auto queues = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queues.queueFamilyIndex = physical_.queue_family();
    queues.queueCount = static_cast<uint32_t>(priorities.size());
    queues.pQueuePriorities = priorities.data();
    auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
    info.pNext = &physical_.used_features().all;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queues;
    info.enabledExtensionCount = static_cast<uint32_t>(physical_.used_extensions().size());
    info.ppEnabledExtensionNames = physical_.used_extensions().data();
    vulkan::check(physical_.functions().vkCreateDevice(handle, &info, nullptr, &handle_), name() + ": vkCreateDevice");
    load(owner);
    for (uint32_t i = 0; i < queues.queueCount; ++i) {
        queues_.push_back(std::make_unique<hardware_queue>());
        functions_.vkGetDeviceQueue(handle_, physical_.queue_family(), i, &queues_.back()->handle);
    }
}

logical_device::~logical_device() {
    if (functions_.vkDestroyDevice) functions_.vkDestroyDevice(handle_, nullptr);
}

void logical_device::load(const instance& owner) {
    const auto load_function = [&](auto& function, const char* function_name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
            owner.functions().vkGetDeviceProcAddr(handle_, function_name));
        if (!function)
            throw error(name() + ": the driver does not have " + function_name +
                        ", a function of Vulkan 1.2 or of an extension that the driver lists");
    };
#define INGOT_VULKAN_LOAD(name) load_function(functions_.name, #name)
    INGOT_VULKAN_DEVICE_FUNCTIONS(INGOT_VULKAN_LOAD);
    if (physical_.can_export_memory()) INGOT_VULKAN_LOAD(vkGetMemoryFdKHR);
    if (physical_.can_export_semaphores()) INGOT_VULKAN_LOAD(vkGetSemaphoreFdKHR);
#undef INGOT_VULKAN_LOAD
}

void logical_device::check(VkResult result, const std::string& doing) const {
    if (result >= 0) return;
    std::string message = "'" + name() + "': " + doing + ": " + name_of(result);
    if (result == VK_ERROR_DEVICE_LOST) {
        message += "; the device is lost until the program starts again";
        const std::lock_guard lock(guard_);
        if (!lost_) lost_ = doing + ": " + name_of(result);
    }
    throw error(message);
}

std::optional<std::string> logical_device::lost_reason() const {
    const std::lock_guard lock(guard_);
    return lost_;
}

hardware_queue& logical_device::next_queue() {
    const std::lock_guard lock(guard_);
    return *queues_[next_queue_++ % queues_.size()];
}

}  // namespace ingot::backends::vulkan
