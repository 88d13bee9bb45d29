// Synchronisation inside a work-group (thesis, Table 13).
//
// Every work-item of the group must reach the same barrier. A fence waits for nobody: it orders the accesses of the one work-item
// that executes it, so that another one which sees an access behind the fence, by an atomic function, sees those before it too.
#pragma once

#include <ingot/language/device_functions.hpp>

namespace ingot {

/// Waits for the whole work-group; writes to local and global memory before it are seen by the group after it.
inline void barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::local_and_global)); }

/// The same, for writes to local memory only.
inline void local_barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::local)); }

/// The same, for writes to global memory only.
inline void global_barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::global)); }

namespace detail {
inline void fence(memory_scope scope, fence_accesses accesses) {
    ingot_device_fence(static_cast<uint32_t>(scope), static_cast<uint32_t>(accesses));
}
}  // namespace detail

/// Orders this work-item's reads and writes of global memory, for all work-items of the device.
inline void global_mem_fence() { detail::fence(memory_scope::global, fence_accesses::reads_and_writes); }
/// Orders this work-item's reads and writes of local memory, for the work-group.
inline void local_mem_fence() { detail::fence(memory_scope::local, fence_accesses::reads_and_writes); }

/// Reads of global memory behind it are not done before reads in front of it (an acquire fence).
inline void global_read_mem_fence() { detail::fence(memory_scope::global, fence_accesses::reads); }
/// The same for local memory.
inline void local_read_mem_fence() { detail::fence(memory_scope::local, fence_accesses::reads); }

/// Writes to global memory in front of it are done before writes behind it (a release fence).
inline void global_write_mem_fence() { detail::fence(memory_scope::global, fence_accesses::writes); }
/// The same for local memory.
inline void local_write_mem_fence() { detail::fence(memory_scope::local, fence_accesses::writes); }

}  // namespace ingot
