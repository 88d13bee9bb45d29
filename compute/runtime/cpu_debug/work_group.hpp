// Running the work-items of one work-group on the calling thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

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
    void* launch;  ///< an address of the launch's own: what its groups did is seen by who acquires it
};

/// Runs groups one after another; keeps stacks and local memory between them. Belongs to one thread.
class group_runner {
public:
    /// Runs the group with this index, counted along x first. Throws what the kernel throws, and error where its work-items do
    /// not all reach a barrier.
    void run(const group_work& work, uint64_t group);

    // What a running work-item asks for.
    void barrier();
    void sub_group_barrier();
    /// The value that `source`, a work-item of the sub-group, gives in the same call.
    uint32_t exchange(uint32_t value, uint32_t source);
    /// The same as bits, one for each work-item of the sub-group.
    uint32_t ballot(bool value);
    uint32_t sub_group_size() const;
    uint32_t item() const;
    void* local_block(const void* place, size_t bytes, size_t alignment);

    /// The runner of the group that the calling thread is in, or null.
    static group_runner* running();

private:
    void run_items(const group_work& work);
    void run_fibers(const group_work& work);

    void prepare_exchange(uint32_t items);
    const std::vector<std::atomic<uint32_t>>& give(uint32_t value);
    const std::vector<std::atomic<uint32_t>>& put(uint32_t value);
    void enter(const group_work& work, uint64_t group);
    bool is_on_fibers() const;

    barrier_fibers fibers;
    local_memory memory;
    std::array<std::vector<std::atomic<uint32_t>>, 2> exchanged;  // by even and odd calls: nobody is two calls ahead
    std::vector<uint32_t> calls;                                  // of each item
    bool on_fibers = false;
    bool barrier_without_fibers = false;
};

}  // namespace ingot::backends::cpu_debug
