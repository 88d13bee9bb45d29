#include "semaphore.hpp"

#include <limits>

namespace ingot::backends::vulkan {

namespace {

VkSemaphore create_semaphore(const logical_device& device) {
    auto type = structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    info.pNext = &type;
    return device.create<VkSemaphore>(device.functions().vkCreateSemaphore, "vkCreateSemaphore", info);
}

}  // namespace

semaphore::semaphore(std::shared_ptr<const logical_device> device)
    : device_(std::move(device)), handle_(device_, create_semaphore(*device_), device_->functions().vkDestroySemaphore) {}

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

void submit(const logical_device& device, hardware_queue& queue, const submission& work) {
    const std::vector<VkPipelineStageFlags> stages(work.wait_semaphores.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    auto values = structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    values.waitSemaphoreValueCount = static_cast<uint32_t>(work.wait_values.size());
    values.pWaitSemaphoreValues = work.wait_values.data();
    values.signalSemaphoreValueCount = 1;
    values.pSignalSemaphoreValues = &work.signalled_value;
    auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.pNext = &values;
    info.waitSemaphoreCount = static_cast<uint32_t>(work.wait_semaphores.size());
    info.pWaitSemaphores = work.wait_semaphores.data();
    info.pWaitDstStageMask = stages.data();
    info.commandBufferCount = 1;
    info.pCommandBuffers = &work.commands;
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &work.signalled;
    const std::lock_guard lock(queue.guard);
    device.check(device.functions().vkQueueSubmit(queue.handle, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

}  // namespace ingot::backends::vulkan
