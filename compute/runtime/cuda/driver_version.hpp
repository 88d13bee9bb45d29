#pragma once

#include <ingot/runtime/device.hpp>
#include <string>
#include <string_view>

#include "driver.hpp"

namespace ingot::backends::cuda {

/// Returns the driver's version and the CUDA version that it implements: "NVIDIA 580.65.06, CUDA 13.0". If the system
/// does not report the driver's version, the text is "CUDA 13.0".
std::string driver_version(const driver& calls);

/// Returns the newest CUDA version that the driver supports, for example 13.0.
version_number api_version(const driver& calls);

/// Returns the version that the text of /proc/driver/nvidia/version contains: "580.65.06"; "" if it contains none.
std::string kernel_module_version(std::string_view text);

}  // namespace ingot::backends::cuda
