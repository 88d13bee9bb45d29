// The description of a Vulkan device in the runtime's terms.
#pragma once

#include <ingot/runtime/device.hpp>

#include "features.hpp"

namespace ingot::backends::vulkan {

/// The name of the backend. It is no constant of class backend unless all programs have the backend.
inline constexpr backend own_backend {"vulkan"};

device_properties describe(const physical_device& device);

}  // namespace ingot::backends::vulkan
