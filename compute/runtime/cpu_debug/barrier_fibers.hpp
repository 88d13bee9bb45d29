// Runs the work-items of a group, which wait for each other at barriers, on one thread.
//
// Each work-item is a fiber with a stack of its own. The first work-item runs until it reaches a barrier or its end, then the
// thread switches to the second one, and so on. When the last work-item has reached the barrier, all have, and the first one
// continues behind it:
//
//     item 0: runs to the barrier           continues
//     item 1:        runs to the barrier            continues
//     item 2:               runs to the barrier             continues
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "fiber_stack.hpp"

namespace ingot::backends::cpu_debug {

/// Runs the work-items of a group as fibers, one after another, and keeps the stacks for the next group. A sub-group consists
/// of consecutive work-items. At a sub-group function only the work-items of the sub-group take turns, in the same manner as
/// the whole group at a barrier.
///
/// ThreadSanitizer treats each stack as a thread. In a program with ThreadSanitizer, the stacks change between groups: the
/// work-item with the same index in the next group runs on another stack. Only the barriers that two work-items have both
/// reached order their accesses. So ThreadSanitizer finds races inside a group and between groups.
class barrier_fibers {
public:
    /// The number of work-items in a sub-group. Most GPUs have 16, 32 or 64. This number differs, so that a kernel that assumes
    /// one of these gives wrong results here.
    static constexpr uint32_t sub_group_size = 8;

    /// The function that runs one work-item. It may call barrier() and sub_group_barrier() of these fibers any number of times.
    using item_function = void (*)(void* context, uint32_t item);

    /// Runs the work-items 0 to count - 1 to their ends. If a work-item throws, rethrows its exception. If work-items stop at
    /// different kinds of points, for example some at a barrier and another one at its end, throws divergence. In both cases
    /// the other work-items are abandoned where they are. `launch` is an address that is the same for all groups of a launch.
    /// After sanitizer::acquire(launch), ThreadSanitizer regards the writes of the groups as ordered before the caller's
    /// accesses.
    void run(uint32_t count, item_function work, void* context, void* launch);

    /// Waits for all other work-items of the group. Called by a running work-item.
    INGOT_NO_THREAD_SANITIZER void barrier();
    /// Waits for all other work-items of the sub-group. Called by a running work-item. `in_order` also orders their memory
    /// accesses, as a barrier does.
    INGOT_NO_THREAD_SANITIZER void sub_group_barrier(bool in_order);
    /// Ends the running work-item, and with it the group: run() rethrows the exception. Does not unwind the stack.
    [[noreturn]] INGOT_NO_THREAD_SANITIZER void abandon(std::exception_ptr reason);
    /// The index of the running work-item.
    INGOT_NO_THREAD_SANITIZER uint32_t running_item() const { return running_item_; }
    /// The number of work-items in the group.
    INGOT_NO_THREAD_SANITIZER uint32_t size() const { return count_; }

    /// The point at which a work-item has stopped: a sub-group function, a barrier, or its end.
    enum class stop_point { sub_group, barrier, end };
    /// The error that not all work-items of a group reached a barrier, or not all of a sub-group reached a sub-group function.
    /// Names two work-items that stopped at points of different kinds.
    struct divergence {
        uint32_t first_item;
        stop_point first_stop;
        uint32_t second_item;
        stop_point second_stop;
    };

private:
    struct entry_point;  // the function that a fiber runs first

    INGOT_NO_THREAD_SANITIZER void stop_at(stop_point stop);
    INGOT_NO_THREAD_SANITIZER void after_jump(void* left);
    void prepare(uint32_t items, item_function function, void* context, void* launch);
    INGOT_NO_THREAD_SANITIZER void start_first_item();
    INGOT_NO_THREAD_SANITIZER uint32_t next_after(stop_point stop);
    INGOT_NO_THREAD_SANITIZER bool is_last_of_sub_group() const {
        return running_item_ + 1 == count_ || running_item_ % sub_group_size + 1 == sub_group_size;
    }
    void run_item(uint32_t item);
    fiber_stack& stack_of(uint32_t item) { return stacks_[(item + stack_shift_) % stacks_in_use_]; }

    std::vector<fiber_stack> stacks_;
    std::vector<void*> contexts_;  // where each work-item continues; the last element is the thread's
    sanitizer::stack thread_;

    item_function work_ = nullptr;
    void* work_context_ = nullptr;
    void* work_launch_ = nullptr;
    uint32_t count_ = 0;
    uint32_t stack_shift_ = 0;  // work-item i uses the stack (i + stack_shift_) % stacks_in_use_
    uint32_t stacks_in_use_ = 1;
    char barrier_marks_[2] {};  // their addresses represent the even and the odd barriers for ThreadSanitizer
    uint32_t barriers_passed_ = 0;
    std::vector<char> sub_group_marks_;  // two for each sub-group, as for barriers
    uint32_t sub_group_barriers_passed_ = 0;
    char start_mark_ = 0;                                   // its address represents the start of the group for ThreadSanitizer
    uint32_t running_item_ = 0;                             // the running work-item, or `count_` for the thread
    uint32_t previous_item_ = 0;                            // the one that ran before running_item_
    stop_point first_stop_ = stop_point::end;               // where the group's first work-item stopped
    stop_point first_stop_of_sub_group_ = stop_point::end;  // where the running sub-group's first work-item stopped
    std::exception_ptr exception_;
    std::optional<divergence> divergence_;
};

}  // namespace ingot::backends::cpu_debug
