// Runs the work-items of a work-group on the calling thread.
#pragma once

#include <array>
#include <atomic>
#include <csetjmp>
#include <cstdint>
#include <exception>
#include <ingot/runtime/error.hpp>
#include <string>
#include <vector>

#include "../backend.hpp"
#include "barrier_fibers.hpp"
#include "local_memory.hpp"

namespace ingot::backends::cpu_debug {

/// A kernel with its arguments and range: what all groups of a launch have in common.
struct group_launch {
    void (*run)(const void* const* arguments);
    const void* const* arguments;
    bool uses_barrier;
    launch_range range;
    void* launch;  ///< identifies the launch in barrier_fibers::run()
};

/// Reports that a work-item failed. what() is the reason only; the launch adds the kernel, the device and the global_id.
class work_item_failure : public error {
public:
    using error::error;
};

/// Runs groups one after another, and keeps stacks and local memory between them. Each worker thread has one object of
/// this class.
class group_runner {
public:
    /// Runs the group with this index, which counts along x first. Throws the exceptions of the kernel, work_item_failure
    /// after leave(), and error if not all work-items reach a barrier, or if the kernel reaches a barrier although
    /// `uses_barrier` is false.
    void run(const group_launch& work, uint64_t group);

    // The functions below are called by a running work-item.
    /// Keeps the reason for leave().
    void note_failure(std::string reason);
    /// Ends the group: run() throws work_item_failure with the reason that was noted. The kernel's stack is not unwound, because
    /// a false assertion is reported by a function that is declared to throw nothing. Therefore the caller must own no memory.
    [[noreturn]] void leave();
    void barrier();
    void sub_group_barrier();
    /// Returns the value that the work-item `source` of the sub-group passes to the same call. `source` is an index in
    /// the sub-group; if it is out of range, returns `value`.
    uint32_t shuffle(uint32_t value, uint32_t source);
    /// Returns the values that the work-items of the sub-group pass to the same call, one bit for each work-item.
    uint32_t ballot(bool value);
    /// Returns the number of work-items in the running work-item's sub-group; the last sub-group may be smaller.
    uint32_t sub_group_size() const;
    /// Returns the index of the running work-item in its group.
    uint32_t running_item() const;
    /// Returns the block of local memory for a place, as local_memory::get_block does. Throws std::bad_alloc.
    void* local_block(const void* place, size_t bytes, size_t alignment);

    /// Returns the runner of the group that the calling thread runs; null if the thread runs none.
    static group_runner* current();

private:
    void run_without_fibers(const group_launch& work);
    void run_items(const group_launch& work);
    void run_with_fibers(const group_launch& work);

    void prepare_exchange(uint32_t items);
    const std::vector<std::atomic<uint32_t>>& store_and_wait(uint32_t value);
    const std::vector<std::atomic<uint32_t>>& store(uint32_t value);
    void enter(const group_launch& work, uint64_t group);
    bool uses_fibers() const;
    std::exception_ptr noted_failure() const;

    barrier_fibers fibers_;
    local_memory memory_;
    // The values that work-items pass to shuffle() and ballot(), in one vector for even and one for odd calls. Two vectors are
    // enough, because no work-item of a sub-group is two calls ahead of another one.
    std::array<std::vector<std::atomic<uint32_t>>, 2> exchange_slots_;
    std::vector<uint32_t> exchange_calls_;  // the number of these calls by each work-item
    std::jmp_buf failed_item_ {};           // where leave() jumps to if the group runs without fibers
    std::string failure_;
    bool uses_fibers_ = false;
    bool has_missed_barrier_ = false;
};

}  // namespace ingot::backends::cpu_debug
