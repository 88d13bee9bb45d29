// The motion between two frames in plain C++, written from its definition: the reference for the kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "motion_frame.hpp"

namespace ingot::samples::motion {

/// Returns the sum of the absolute values of the filtered difference of two frames. A sample of more than 8 bits is two bytes,
/// the lower one first.
uint64_t scalar_motion(const motion_frame& frame, std::span<const std::byte> previous, std::span<const std::byte> current);

}  // namespace ingot::samples::motion
