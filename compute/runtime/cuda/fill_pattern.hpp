// What the driver's own fills, of 1, 2 or 4 bytes, can do for a pattern.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "driver_types.hpp"

namespace ingot::backends::cuda {

/// The smallest of 1, 2 and 4 bytes that repeated give the pattern, and that `first` is a multiple of; 0 where none does. A
/// float4 of zeros is one byte repeated.
size_t fill_unit(std::span<const std::byte> pattern, device_address first);

/// The first `unit` bytes of the pattern, as the driver takes them.
uint32_t fill_value(std::span<const std::byte> pattern, size_t unit);

}  // namespace ingot::backends::cuda
