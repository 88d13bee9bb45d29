// Synchronisation inside a work-group (thesis, Table 13). Every work-item of the group must reach the same barrier.
#pragma once

#include <ingot/language/device_functions.hpp>

namespace ingot {

/// Waits for the whole work-group; writes to local and global memory before it are seen by the group after it.
inline void barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::local_and_global)); }

/// The same, for writes to local memory only.
inline void local_barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::local)); }

/// The same, for writes to global memory only.
inline void global_barrier() { ingot_device_barrier(static_cast<uint32_t>(memory_scope::global)); }

}  // namespace ingot
