// Barriers (MSL 3.0, section 6.9.1).
#pragma once

#include <ingot/language/device_functions.hpp>
#include <ingot/metal/detail/types.hpp>

namespace metal {

/// The memories whose accesses a barrier orders, as a set of bits.
enum class mem_flags : uint {
    mem_none = 0,
    mem_device = 1,
    mem_threadgroup = 2,
    mem_texture = 4,
    mem_threadgroup_imageblock = 8,
};
constexpr mem_flags operator|(mem_flags a, mem_flags b) {
    return static_cast<mem_flags>(static_cast<uint>(a) | static_cast<uint>(b));
}
constexpr mem_flags operator&(mem_flags a, mem_flags b) {
    return static_cast<mem_flags>(static_cast<uint>(a) & static_cast<uint>(b));
}

namespace ingot_detail {
// A barrier always orders at least local memory: a device has no barrier without a memory.
constexpr uint memories_of(mem_flags flags) {
    const bool is_global = (flags & (mem_flags::mem_device | mem_flags::mem_texture)) != mem_flags::mem_none;
    const bool is_local = (flags & mem_flags::mem_threadgroup) != mem_flags::mem_none;
    return (is_global ? 2u : 0u) | (is_local || !is_global ? 1u : 0u);
}
}  // namespace ingot_detail

/// Waits until all threads of the threadgroup have reached the barrier.
[[clang::convergent]] inline void threadgroup_barrier(mem_flags flags) {
    ingot::ingot_device_barrier(ingot_detail::memories_of(flags));
}

}  // namespace metal
