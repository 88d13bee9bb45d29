// A GPU's clock before a measurement.
#pragma once

#include "picture/picture.hpp"
#include "session/session.hpp"

namespace ingot::shell {

/// How long a GPU is kept busy before its first measurement. A GPU without work lowers its clock, an NVIDIA H200 from 1,980 to
/// 345 MHz. By Vulkan it took up to two seconds of work to raise it again.
inline constexpr double seconds_before_first_measurement = 2.0;

/// Runs the sample for some seconds without measuring it, if its device is a GPU, and then resets it. Ends early after a signal.
void keep_gpu_busy(session& session, picture& picture, double seconds);

}  // namespace ingot::shell
