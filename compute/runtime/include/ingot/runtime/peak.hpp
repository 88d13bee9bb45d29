// What a device could calculate at most: what a kernel's speed is held against.
#pragma once

#include <ingot/runtime/device.hpp>

namespace ingot {

/// Floating-point operations of single precision in a second: units × lanes of a unit (device_properties::float_lanes) × 2, for a
/// fused multiplication and addition, × clock. 0 where the driver tells too little.
double peak_operations(const device_properties& of);

}  // namespace ingot
