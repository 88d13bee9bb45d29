// Synchronisation inside a work-group (thesis, Table 13).
//
// Every work-item of the group must reach the same barrier. A fence does not wait for other work-items. It orders the
// memory accesses of the work-item that executes it: another work-item that observes an access after the fence,
// through an atomic function, also observes the accesses before the fence.
#pragma once

#include <ingot/language/device_functions.hpp>

namespace ingot {

/// Waits for the whole work-group. After it, the group sees the writes to local and global memory that were made
/// before it.
inline void barrier() { ingot_device_barrier(static_cast<uint32_t>(detail::memory_scope::local_and_global)); }

/// A barrier that orders only accesses to local memory.
inline void local_barrier() { ingot_device_barrier(static_cast<uint32_t>(detail::memory_scope::local)); }

/// A barrier that orders only accesses to global memory.
inline void global_barrier() { ingot_device_barrier(static_cast<uint32_t>(detail::memory_scope::global)); }

namespace detail {
inline void fence(memory_scope scope, fence_accesses accesses) {
    ingot_device_fence(static_cast<uint32_t>(scope), static_cast<uint32_t>(accesses));
}
}  // namespace detail

/// Orders this work-item's reads and writes of global memory, for all work-items of the device.
inline void global_mem_fence() { detail::fence(detail::memory_scope::global, detail::fence_accesses::reads_and_writes); }
/// Orders this work-item's reads and writes of local memory, for the work-group.
inline void local_mem_fence() { detail::fence(detail::memory_scope::local, detail::fence_accesses::reads_and_writes); }

/// An acquire fence for global memory: reads before it are complete before any read after it starts.
inline void global_read_mem_fence() { detail::fence(detail::memory_scope::global, detail::fence_accesses::reads); }
/// The same for local memory.
inline void local_read_mem_fence() { detail::fence(detail::memory_scope::local, detail::fence_accesses::reads); }

/// A release fence for global memory: writes before it are visible before any write after it is.
inline void global_write_mem_fence() { detail::fence(detail::memory_scope::global, detail::fence_accesses::writes); }
/// The same for local memory.
inline void local_write_mem_fence() { detail::fence(detail::memory_scope::local, detail::fence_accesses::writes); }

}  // namespace ingot
