#pragma once

#include <ingot/runtime/device.hpp>
#include <vector>

namespace ingot::backends::cuda {

/// NVIDIA's GPUs, each with a line; those that an error has ended as unavailable. Throws error where there is no driver.
std::vector<device_listing> devices();

}  // namespace ingot::backends::cuda
