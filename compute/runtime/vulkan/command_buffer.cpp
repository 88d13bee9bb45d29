#include "command_buffer.hpp"

#include "one_command.hpp"
#include "semaphore.hpp"

namespace ingot::backends::vulkan {

namespace {

VkCommandPool create_pool(const logical_device& device, work_kind kind) {
    auto info = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    info.queueFamilyIndex = device.physical().queue_family(kind);
    return device.create<VkCommandPool>(device.functions().vkCreateCommandPool, "vkCreateCommandPool", info);
}

}  // namespace

command_buffer::command_buffer(std::shared_ptr<const logical_device> device, work_kind kind)
    : device_(std::move(device)), pool_(device_, create_pool(*device_, kind), device_->functions().vkDestroyCommandPool) {
    auto info = structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    info.commandPool = pool_.get();
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    device_->check(device_->functions().vkAllocateCommandBuffers(device_->handle(), &info, &handle_), "vkAllocateCommandBuffers");
}

void command_buffer::begin() {
    const device_functions& calls = device_->functions();
    device_->check(calls.vkResetCommandPool(device_->handle(), pool_.get(), 0), "vkResetCommandPool");
    auto info = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    device_->check(calls.vkBeginCommandBuffer(handle_, &info), "vkBeginCommandBuffer");
}

void command_buffer::end() { device_->check(device_->functions().vkEndCommandBuffer(handle_), "vkEndCommandBuffer"); }

void run_one_command(logical_device& device, const std::function<void(VkCommandBuffer)>& record) {
    // The owners of these objects need an owner of the device, which lives longer than this call.
    const std::shared_ptr<const logical_device> borrowed(std::shared_ptr<const void>(), &device);
    command_buffer commands(borrowed);
    const semaphore done(borrowed);
    commands.begin();
    record(commands.handle());
    commands.end();
    submit(device, device.next_queue(), {.commands = commands.handle(), .signalled = {{done.handle(), 1}}});
    done.wait(1, "waiting for a command");
}

}  // namespace ingot::backends::vulkan
