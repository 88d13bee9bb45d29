#pragma once

#include <ingot/runtime/device.hpp>
#include <vector>

namespace ingot::backends::opencl {

/// All devices of all OpenCL drivers on this machine. Throws error where there is no loader, or no driver.
std::vector<device_listing> devices();

}  // namespace ingot::backends::opencl
