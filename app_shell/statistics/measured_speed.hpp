// Measures the speed of a device: copies, arithmetic and launches.
#pragma once

#include <ingot/ingot.hpp>

namespace ingot::shell {

/// The measured speed of a device. A number is 0 if the device does not measure times.
struct measured_speed {
    double copied_bytes = 0.0;    ///< bytes that a copy in the device's memory reads and writes per second
    double operations = 0.0;      ///< single-precision operations per second; a multiply-add counts as two
    double launch_seconds = 0.0;  ///< from a launch that does nearly nothing until the host knows that it has ended
};

/// Returns the bytes that the fastest of several copies between two buffers reads and writes per second, by the device's
/// clock.
double copied_bytes_per_second(const device& device);

/// Measures everything. Copies and arithmetic are measured by the device's clock, launches by the host's. Takes up to about
/// half a second, and longer where the driver compiles the kernels. May run in a thread of its own.
measured_speed measure_speed(const device& device);

}  // namespace ingot::shell
