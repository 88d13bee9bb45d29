// Vulkan's results as text and as errors.
#pragma once

#include <string>

#include "functions.hpp"

namespace ingot::backends::vulkan {

/// Returns the result's name: "VK_ERROR_DEVICE_LOST".
std::string name_of(VkResult result);

/// Throws error, with `doing` at the beginning of the message, if the result is one of failure.
void check(VkResult result, const std::string& doing);

}  // namespace ingot::backends::vulkan
