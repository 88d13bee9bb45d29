#pragma once

#include <ingot/runtime/device.hpp>
#include <vector>

namespace ingot::backends::cpu_debug {

/// The one CPU debug device.
std::vector<device_listing> devices();

}  // namespace ingot::backends::cpu_debug
