// A correction of kernels for a driver that executes memory barriers wrongly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ingot::backends::vulkan {

/// Returns a SPIR-V module whose atomic instructions order no other accesses, and which has no OpMemoryBarrier.
///
/// For lavapipe. In Mesa 22.3 each memory barrier waits for all work-items of the group, as a control barrier does, and an atomic
/// instruction with an order has such barriers around it. In a loop that some work-items leave earlier, the others are then lost.
/// lavapipe's atomic instructions are LLVM's sequentially consistent ones, and its other accesses stay in their order around
/// them: so the order remains without the barriers.
std::vector<uint32_t> without_memory_orders(std::span<const uint32_t> words);

}  // namespace ingot::backends::vulkan
