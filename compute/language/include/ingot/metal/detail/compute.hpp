// Threadgroups: their size, and barriers (MSL 3.0, section 6.9.1).
#pragma once

#include <bit>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/sub_group.hpp>
#include <ingot/language/target_feature.hpp>
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
// ingotc replaces each read by code for the target (<ingot/language/work_item.hpp>).
extern const uint local_size[3] asm("ingot_device_local_size");

inline uint threads_of_group() { return local_size[0] * local_size[1] * local_size[2]; }

// The number of threads in a SIMD-group that is complete. The last one of a threadgroup can have fewer, but the number is the
// same in all threads of a launch (section 5.2.3.6).
inline uint threads_of_whole_simdgroup() {
    if (ingot::detail::target_has(ingot::detail::target_feature::has_32_sub_group_items)) return 32;
    const uint groups = ingot::sub_group_count();
    const uint threads = ingot::sub_group_size();
    // Devices have powers of two. If the only one is not complete, its own size says the most about them.
    if (groups == 1) return std::bit_ceil(threads);
    return ingot::sub_group_id() + 1 < groups ? threads : (threads_of_group() - threads) / (groups - 1);
}

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
