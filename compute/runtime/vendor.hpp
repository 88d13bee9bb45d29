// Properties of devices that drivers do not report directly.
#pragma once

#include <cstdint>
#include <ingot/runtime/device.hpp>
#include <string_view>

namespace ingot::backends {

/// Returns the maker for a vendor name that a driver or processor reports: "Advanced Micro Devices, Inc.",
/// "AuthenticAMD". Ignores upper and lower case.
device_vendor find_vendor(std::string_view words);

/// Returns device_properties::float_lanes for a CPU core whose vectors hold `simd_width` floats. Assumes two units for fused
/// multiply-adds in each core, as most processors since AVX2 have.
constexpr uint32_t float_lanes_of_core(uint32_t simd_width) { return simd_width * 2; }

}  // namespace ingot::backends
