// A timeline semaphore: a number that a queue increases when its work has ended.
#pragma once

#include <cstdint>
#include <memory>

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

class semaphore {
public:
    explicit semaphore(std::shared_ptr<const logical_device> device);

    VkSemaphore handle() const { return handle_.get(); }
    const logical_device& device() const { return *device_; }
    /// The number that the semaphore has now. Throws error if the device is lost.
    uint64_t value() const;
    /// Waits until the semaphore has reached the number.
    void wait(uint64_t value, const std::string& doing) const;

private:
    std::shared_ptr<const logical_device> device_;
    owned<VkSemaphore> handle_;
};

/// Work for a queue of the driver. The semaphores have timelines.
struct submission {
    VkCommandBuffer commands = VK_NULL_HANDLE;
    std::vector<VkSemaphore> wait_semaphores {};
    std::vector<uint64_t> wait_values {};
    VkSemaphore signalled = VK_NULL_HANDLE;
    uint64_t signalled_value = 0;
};
void submit(const logical_device& device, hardware_queue& queue, const submission& work);

}  // namespace ingot::backends::vulkan
