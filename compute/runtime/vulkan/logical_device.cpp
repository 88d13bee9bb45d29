#include "logical_device.hpp"

#include <algorithm>
#include <array>
#include <ingot/runtime/error.hpp>

#include "result.hpp"

namespace ingot::backends::vulkan {

namespace {

// The runtime's queues share this many queues of the driver. More would not run more work at the same time.
constexpr uint32_t most_queues = 4;

}  // namespace

logical_device::logical_device(const instance& owner, VkPhysicalDevice handle) : physical_(owner, handle) {
    constexpr std::array<float, most_queues> priorities {1.0f, 1.0f, 1.0f, 1.0f};
    std::vector<work_kind> kinds {work_kind::kernels};
    if (physical_.has_transfer_queue()) kinds.push_back(work_kind::transfers);
    std::vector<VkDeviceQueueCreateInfo> queues;
    for (const work_kind kind : kinds) {
        queues.push_back(structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO));
        queues.back().queueFamilyIndex = physical_.queue_family(kind);
        queues.back().queueCount = std::min(physical_.queue_family_properties(kind).queueCount, most_queues);
        queues.back().pQueuePriorities = priorities.data();
    }
    auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
    info.pNext = &physical_.used_features().all;
    info.queueCreateInfoCount = static_cast<uint32_t>(queues.size());
    info.pQueueCreateInfos = queues.data();
    info.enabledExtensionCount = static_cast<uint32_t>(physical_.used_extensions().size());
    info.ppEnabledExtensionNames = physical_.used_extensions().data();
    vulkan::check(physical_.functions().vkCreateDevice(handle, &info, nullptr, &handle_), name() + ": vkCreateDevice");
    load(owner);
    for (const VkDeviceQueueCreateInfo& family : queues) {
        auto& made = family.queueFamilyIndex == physical_.queue_family() ? queues_ : free_transfer_queues_;
        for (uint32_t i = 0; i < family.queueCount; ++i) {
            made.push_back(std::make_unique<hardware_queue>());
            functions_.vkGetDeviceQueue(handle_, family.queueFamilyIndex, i, &made.back()->handle);
        }
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
    if (physical_.can_report_statistics()) {
        INGOT_VULKAN_LOAD(vkGetPipelineExecutablePropertiesKHR);
        INGOT_VULKAN_LOAD(vkGetPipelineExecutableStatisticsKHR);
    }
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

std::shared_ptr<hardware_queue> logical_device::take_transfer_queue() {
    const std::lock_guard lock(guard_);
    if (free_transfer_queues_.empty()) return nullptr;
    std::unique_ptr<hardware_queue> taken = std::move(free_transfer_queues_.back());
    free_transfer_queues_.pop_back();
    return {taken.release(), [this](hardware_queue* unused) {
                const std::lock_guard again(guard_);
                free_transfer_queues_.emplace_back(unused);
            }};
}

}  // namespace ingot::backends::vulkan
