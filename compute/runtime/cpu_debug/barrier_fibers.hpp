// Work-items that wait for each other at barriers, on one thread.
#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "fiber_stack.hpp"

namespace ingot::backends::cpu_debug {

/// Runs the work-items of a group as fibers in turns: at a barrier one gives the thread to the next, so that after the last one
/// all have arrived. Keeps the stacks for the next group.
class barrier_fibers {
public:
    /// What one work-item does. It calls barrier() of these fibers any number of times.
    using body = void (*)(void* context, uint32_t item);

    /// Runs items 0 to count - 1 to their ends. Rethrows what the first of them throws, and throws divergence where some are at a
    /// barrier and another has ended; the others are then given up where they stand.
    void run(uint32_t count, body work, void* context);

    /// From inside a work-item: waits for all others.
    void barrier();

    /// Not all work-items reached a barrier.
    struct divergence {
        uint32_t waiting;  ///< a work-item at a barrier
        uint32_t ended;    ///< one that ended without reaching it
    };

private:
    struct entry_point;  // where a fiber begins
    enum class stop { barrier, end };

    void reach(stop how);
    void arrive(void* left);
    void work_through(uint32_t item);

    std::vector<fiber_stack> stacks;
    std::vector<void*> contexts;  // of each item, and behind them of the thread
    sanitizer::stack thread;

    body work = nullptr;
    void* work_context = nullptr;
    uint32_t count = 0;
    uint32_t current = 0;   // who runs; `count` is the thread
    uint32_t previous = 0;  // who gave the thread away last
    stop first_stop = stop::end;
    std::exception_ptr thrown;
    bool diverged = false;
};

}  // namespace ingot::backends::cpu_debug
