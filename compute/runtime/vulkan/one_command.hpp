// Runs a command apart from all queues, and waits for it.
#pragma once

#include <functional>

#include "logical_device.hpp"

namespace ingot::backends::vulkan {

/// Records commands with `record`, submits them, and returns when they have ended.
void run_one_command(logical_device& device, const std::function<void(VkCommandBuffer)>& record);

}  // namespace ingot::backends::vulkan
