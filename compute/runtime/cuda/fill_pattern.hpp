// Reduces a fill pattern to a value of 1, 2 or 4 bytes, which the driver can fill with (cuMemsetD8, D16 and D32).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "driver_types.hpp"

namespace ingot::backends::cuda {

/// Returns the size of the value with which the driver can fill instead of the pattern. It is the smallest size, of 1, 2
/// and 4 bytes, for which the whole pattern is a repetition of its first bytes, and the address `first` is a multiple of
/// the size. Returns 0 if the driver cannot fill with this pattern. For a float4 of zeros the size is 1.
size_t fill_value_size(std::span<const std::byte> pattern, device_address first);

/// Returns the first `unit` bytes of the pattern as the value that the driver's fill functions take.
uint32_t fill_value(std::span<const std::byte> pattern, size_t unit);

}  // namespace ingot::backends::cuda
