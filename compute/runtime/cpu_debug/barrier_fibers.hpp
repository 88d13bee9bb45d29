// Work-items that wait for each other at barriers, on one thread.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "fiber_stack.hpp"

namespace ingot::backends::cpu_debug {

/// Runs the work-items of a group as fibers in turns: at a barrier one gives the thread to the next, so that after the last one
/// all have arrived. Work-items of a sub-group, which follow each other, take turns among themselves in the same way. Keeps the
/// stacks for the next group.
///
/// To ThreadSanitizer each stack is a thread. An item gets another stack in each group, and two items see each other's accesses
/// only after a barrier that both were at, so that it finds races inside a group and between groups.
class barrier_fibers {
public:
    /// Work-items in a sub-group. No GPU has this size: a kernel that takes one for granted shows it here.
    static constexpr uint32_t sub_group_size = 8;

    /// What one work-item does. It calls barrier() of these fibers any number of times.
    using body = void (*)(void* context, uint32_t item);

    /// Runs items 0 to count - 1 to their ends. Rethrows what the first of them throws, and throws divergence where some are at a
    /// barrier and another has ended; the others are then given up where they stand. `launch` is the same address for all groups
    /// of a launch: who acquires it afterwards sees what they wrote, also by ThreadSanitizer's measure.
    void run(uint32_t count, body work, void* context, void* launch);

    /// From inside a work-item: waits for all others.
    INGOT_NO_THREAD_SANITIZER void barrier();
    /// From inside a work-item: waits for all others of its sub-group. `in_order` makes their accesses visible, as a barrier
    /// does.
    INGOT_NO_THREAD_SANITIZER void sub_group_barrier(bool in_order);
    /// The work-item that runs, and how many there are.
    INGOT_NO_THREAD_SANITIZER uint32_t running_item() const { return current; }
    INGOT_NO_THREAD_SANITIZER uint32_t size() const { return count; }

    /// What a work-item waits at, or that it has ended.
    enum class stop { sub_group, barrier, end };
    /// Not all work-items reached a barrier, or not all of a sub-group a function of it: two that did not come to the same.
    struct divergence {
        uint32_t first;
        stop first_at;
        uint32_t second;
        stop second_at;
    };

private:
    struct entry_point;  // where a fiber begins

    INGOT_NO_THREAD_SANITIZER void reach(stop how);
    INGOT_NO_THREAD_SANITIZER void arrive(void* left);
    void prepare(uint32_t items, body what, void* context, void* launch);
    INGOT_NO_THREAD_SANITIZER void start_first_item();
    INGOT_NO_THREAD_SANITIZER uint32_t next_after(stop how);
    INGOT_NO_THREAD_SANITIZER bool is_last_of_sub_group() const {
        return current + 1 == count || current % sub_group_size + 1 == sub_group_size;
    }
    void work_through(uint32_t item);
    fiber_stack& stack_of(uint32_t item) { return stacks[(item + shift) % stacks_in_use]; }

    std::vector<fiber_stack> stacks;
    std::vector<void*> contexts;  // of each item, and behind them of the thread
    sanitizer::stack thread;

    body work = nullptr;
    void* work_context = nullptr;
    void* work_launch = nullptr;
    uint32_t count = 0;
    uint32_t shift = 0;  // of the items on their stacks
    uint32_t stacks_in_use = 1;
    char barrier_marks[2] {};  // addresses that stand for the even and the odd barriers
    uint32_t barriers_passed = 0;
    std::vector<char> sub_group_marks;  // two for each sub-group
    uint32_t rounds_of_sub_group = 0;
    char start_mark = 0;
    uint32_t current = 0;                      // who runs; `count` is the thread
    uint32_t previous = 0;                     // who gave the thread away last
    stop first_stop = stop::end;               // of the group's first item
    stop first_stop_of_sub_group = stop::end;  // of the running sub-group's first item
    std::exception_ptr thrown;
    std::optional<divergence> diverged;
};

}  // namespace ingot::backends::cpu_debug
