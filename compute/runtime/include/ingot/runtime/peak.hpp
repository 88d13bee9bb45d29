// What a device could calculate at most: what a kernel's speed is held against.
#pragma once

#include <ingot/runtime/device.hpp>

namespace ingot {

/// Floating-point operations of single precision in a second: units × lanes of a unit × 2, for a fused multiplication and
/// addition, × clock. Lanes are those of NVIDIA's compute capability ("CUDA C++ Programming Guide", throughput of arithmetic
/// instructions), or of two vector units of a processor's core. 0 where the driver tells too little.
double peak_operations(const device_properties& of);

}  // namespace ingot
