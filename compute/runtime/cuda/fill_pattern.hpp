// Reduces a fill pattern to a value of 1, 2 or 4 bytes, which the driver can fill with (cuMemsetD8, D16 and D32).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "driver_types.hpp"

namespace ingot::backends::cuda {

/// Returns the size of the value with which the driver can fill instead of the pattern. `first` is the address at which the
/// fill begins. The result is the smallest size of 1, 2 and 4 bytes for which the whole pattern repeats its first bytes (as
/// many as the size), and of which `first` is a multiple. For a float4 of zeros the size is 1. Returns 0 if no size fits;
/// then the driver has no function for this fill.
size_t fill_value_size(std::span<const std::byte> pattern, device_address first);

/// Returns the first `unit` bytes of the pattern as the value that the driver's fill functions take.
uint32_t fill_value(std::span<const std::byte> pattern, size_t unit);

}  // namespace ingot::backends::cuda
