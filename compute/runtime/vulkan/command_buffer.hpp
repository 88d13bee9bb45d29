// A command buffer with a pool of its own, so that it can be recorded again without a lock.
#pragma once

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

class command_buffer {
public:
    explicit command_buffer(std::shared_ptr<const logical_device> device, work_kind kind = work_kind::kernels);

    VkCommandBuffer handle() const { return handle_; }
    /// Removes what was recorded, which no device may use any more, and begins to record.
    void begin();
    void end();

private:
    std::shared_ptr<const logical_device> device_;
    owned<VkCommandPool> pool_;
    VkCommandBuffer handle_ = VK_NULL_HANDLE;
};

}  // namespace ingot::backends::vulkan
