#pragma once

#include <ingot/runtime/device.hpp>
#include <string>
#include <string_view>

#include "driver.hpp"

namespace ingot::backends::cuda {

/// The driver's version and that of the CUDA that it brings: "NVIDIA 580.65.06, CUDA 13.0"; only the latter where the system does
/// not tell the former.
std::string driver_version(const driver& calls);

/// The newest CUDA that the driver runs: 13.0.
version_number api_version(const driver& calls);

/// The version in the words of /proc/driver/nvidia/version: "580.65.06"; "" where there is none.
std::string kernel_module_version(std::string_view words);

}  // namespace ingot::backends::cuda
