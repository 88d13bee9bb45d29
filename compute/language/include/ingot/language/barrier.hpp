// Synchronisation inside a work-group (Table 13 of the thesis that docs/host-library.md names).
//
// Every work-item of the group must reach the same barrier. A fence does not wait for other work-items. It orders the
// memory accesses of the work-item that executes it: if this work-item makes an atomic access after the fence, and another
// work-item observes that access, the other work-item also observes the accesses that were made before the fence.
#pragma once

#include <ingot/language/device_functions.hpp>

namespace ingot {

/// Waits until all work-items of the work-group have reached the barrier. After the barrier, each of them sees the
/// writes to local and global memory that the work-items of the group made before the barrier.
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

/// An acquire fence for global memory: all reads before the fence are complete before a read after the fence starts.
inline void global_read_mem_fence() { detail::fence(detail::memory_scope::global, detail::fence_accesses::reads); }
/// An acquire fence for local memory.
inline void local_read_mem_fence() { detail::fence(detail::memory_scope::local, detail::fence_accesses::reads); }

/// A release fence for global memory: all writes before the fence become visible before a write after the fence does.
inline void global_write_mem_fence() { detail::fence(detail::memory_scope::global, detail::fence_accesses::writes); }
/// A release fence for local memory.
inline void local_write_mem_fence() { detail::fence(detail::memory_scope::local, detail::fence_accesses::writes); }

}  // namespace ingot
