// What the modules of kernels request for numbers that are too small to have all digits (denormal or subnormal numbers).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features.hpp"

namespace ingot::backends::vulkan {

/// The widths of floating-point numbers, in bits, for which a kernel may request that denormal numbers keep their values.
std::vector<uint32_t> preserved_denormals(const physical_device& device);

/// Returns a module that requests it for the given widths only. Modules of ingotc request it for each width that the kernel
/// computes with, except with --fast-math. A driver whose arithmetic has no denormal numbers must not see the request, and then
/// takes them for zeros.
std::vector<uint32_t> with_denormal_modes(std::span<const uint32_t> words, std::span<const uint32_t> widths);

}  // namespace ingot::backends::vulkan
