// Running the work-items of one work-group on the calling thread.
#pragma once

#include <array>
#include <cstdint>

#include "../backend.hpp"
#include "barrier_fibers.hpp"
#include "local_memory.hpp"

namespace ingot::backends::cpu_debug {

/// A kernel with its arguments and range, for any of its groups.
struct group_work {
    void (*run)(const void* const* arguments);
    const void* const* arguments;
    bool uses_barrier;
    launch_range items;
};

/// Runs groups one after another; keeps stacks and local memory between them. Belongs to one thread.
class group_runner {
public:
    /// Runs the group with this index, counted along x first. Throws what the kernel throws, and error where its work-items do
    /// not all reach a barrier.
    void run(const group_work& work, uint64_t group);

    // What a running work-item asks for.
    void barrier();
    void* local_block(const void* place, size_t bytes, size_t alignment);

    /// The runner of the group that the calling thread is in, or null.
    static group_runner* running();

private:
    void run_items(const group_work& work);
    void run_fibers(const group_work& work);

    barrier_fibers fibers;
    local_memory memory;
    bool on_fibers = false;
    bool barrier_without_fibers = false;
};

}  // namespace ingot::backends::cpu_debug
