// Who makes a device, out of its driver's words.
#pragma once

#include <ingot/runtime/device.hpp>
#include <string_view>

namespace ingot::backends {

/// The maker that a driver's word for the vendor names, in either case: "Advanced Micro Devices, Inc.", "AuthenticAMD".
device_vendor vendor_of(std::string_view words);

}  // namespace ingot::backends
