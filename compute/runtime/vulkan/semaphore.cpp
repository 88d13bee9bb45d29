#include "semaphore.hpp"

#include <limits>

namespace ingot::backends::vulkan {

namespace {

VkSemaphore create(const logical_device& device, const void* kind) {
    auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    info.pNext = kind;
    return device.create<VkSemaphore>(device.functions().vkCreateSemaphore, "vkCreateSemaphore", info);
}

VkSemaphore create_timeline(const logical_device& device) {
    auto type = structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    return create(device, &type);
}

VkSemaphore create_exported(const logical_device& device) {
    auto exported = structure<VkExportSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
    exported.handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    return create(device, &exported);
}

// The semaphores and their numbers in arrays of their own, as Vulkan takes them.
struct separate_states {
    explicit separate_states(const std::vector<semaphore_state>& states) {
        for (const semaphore_state& each : states) {
            semaphores.push_back(each.semaphore);
            values.push_back(each.value);
        }
    }
    std::vector<VkSemaphore> semaphores;
    std::vector<uint64_t> values;
};

}  // namespace

semaphore::semaphore(std::shared_ptr<const logical_device> device)
    : device_(std::move(device)), handle_(device_, create_timeline(*device_), device_->functions().vkDestroySemaphore) {}

uint64_t semaphore::value() const {
    uint64_t value = 0;
    device_->check(device_->functions().vkGetSemaphoreCounterValue(device_->handle(), handle(), &value),
                   "vkGetSemaphoreCounterValue");
    return value;
}

void semaphore::wait(uint64_t value, const std::string& doing) const {
    const VkSemaphore awaited = handle();
    auto info = structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
    info.semaphoreCount = 1;
    info.pSemaphores = &awaited;
    info.pValues = &value;
    device_->check(device_->functions().vkWaitSemaphores(device_->handle(), &info, std::numeric_limits<uint64_t>::max()),
                   doing + ": vkWaitSemaphores");
}

exported_semaphore::exported_semaphore(std::shared_ptr<const logical_device> device)
    : device_(std::move(device)), handle_(device_, create_exported(*device_), device_->functions().vkDestroySemaphore) {}

files::file_descriptor exported_semaphore::export_file() const {
    auto info = structure<VkSemaphoreGetFdInfoKHR>(VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR);
    info.semaphore = handle();
    info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    int file = -1;
    device_->check(device_->functions().vkGetSemaphoreFdKHR(device_->handle(), &info, &file), "vkGetSemaphoreFdKHR");
    return files::file_descriptor(file);
}

void submit(const logical_device& device, hardware_queue& queue, const submission& work) {
    const separate_states awaited(work.awaited);
    const separate_states signalled(work.signalled);
    const std::vector<VkPipelineStageFlags> stages(work.awaited.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    auto values = structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    values.waitSemaphoreValueCount = static_cast<uint32_t>(awaited.values.size());
    values.pWaitSemaphoreValues = awaited.values.data();
    values.signalSemaphoreValueCount = static_cast<uint32_t>(signalled.values.size());
    values.pSignalSemaphoreValues = signalled.values.data();
    auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.pNext = &values;
    info.waitSemaphoreCount = static_cast<uint32_t>(awaited.semaphores.size());
    info.pWaitSemaphores = awaited.semaphores.data();
    info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &work.commands;
    info.signalSemaphoreCount = static_cast<uint32_t>(signalled.semaphores.size());
    info.pSignalSemaphores = signalled.semaphores.data();
    const std::lock_guard lock(queue.guard);
    device.check(device.functions().vkQueueSubmit(queue.handle, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

}  // namespace ingot::backends::vulkan
