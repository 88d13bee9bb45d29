// What is known of devices beyond their drivers' words.
#pragma once

#include <cstdint>
#include <ingot/runtime/device.hpp>
#include <string_view>

namespace ingot::backends {

/// The maker that a driver's word for the vendor names, in either case: "Advanced Micro Devices, Inc.", "AuthenticAMD".
device_vendor vendor_of(std::string_view words);

/// device_properties::float_lanes of a processor's core with vectors of so many floats. Processors with AVX2 and later have two
/// units for a fused multiplication and addition in each core.
constexpr uint32_t float_lanes_of_core(uint32_t simd_width) { return simd_width * 2; }

}  // namespace ingot::backends
