#include "barrier_fibers.hpp"

#include <boost/context/detail/fcontext.hpp>
#include <utility>

namespace ingot::backends::cpu_debug {

// This file uses Boost's fcontext instead of Boost's class `fiber`. That class unwinds an abandoned stack with an exception.
// The exception could not pass through the barrier functions, because they are declared not to throw (device_functions.hpp).
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

struct barrier_fibers::entry_point {
    // This function never returns, so the sanitizers would keep their marks of its frame. Therefore it is not instrumented. The
    // function run_item(), which runs the kernel, is instrumented.
    __attribute__((no_sanitize("address"))) [[noreturn]] INGOT_NO_THREAD_SANITIZER static void begin(transfer_t transfer) {
        auto& fibers = *static_cast<barrier_fibers*>(transfer.data);
        sanitizer::acquire(&fibers.start_mark_);
        fibers.after_jump(transfer.fctx);
        fibers.run_item(fibers.running_item_);
        fibers.stop_at(stop_point::end);
        __builtin_unreachable();
    }
};

void barrier_fibers::run(uint32_t items, item_function function, void* context, void* launch) {
    prepare(items, function, context, launch);
    start_first_item();

    if (!exception_ && !divergence_) return;
    for (uint32_t item = 0; item < items; ++item) sanitizer::forget_frames(stack_of(item).sanitizer_stack);
    if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
    throw *divergence_;
}

void barrier_fibers::prepare(uint32_t items, item_function function, void* context, void* launch) {
    const sanitizer::ignored_accesses ignored_accesses;
    work_ = function;
    work_context_ = context;
    work_launch_ = launch;
    // With ThreadSanitizer there is one stack more than work-items, and the stacks are shifted by one for each group, so that
    // a work-item of the next group uses another stack.
    stacks_in_use_ = sanitizer::has_thread_sanitizer() ? items + 1 : items;
    stack_shift_ = sanitizer::has_thread_sanitizer() ? (stack_shift_ + 1) % stacks_in_use_ : 0;
    while (stacks_.size() < stacks_in_use_) stacks_.emplace_back(stacks_.size());
    contexts_.resize(items + 1);
    sub_group_marks_.resize(size_t {items} * 2);
    for (uint32_t item = 0; item < items; ++item)
        contexts_[item] = make_fcontext(stack_of(item).top(), stack_of(item).usable(), &entry_point::begin);
    count_ = items;
    barriers_passed_ = 0;
    sub_group_barriers_passed_ = 0;
    exception_ = nullptr;
    divergence_.reset();
    thread_ = sanitizer::current_stack();
    running_item_ = 0;
    previous_item_ = count_;
}

void barrier_fibers::start_first_item() {
    sanitizer::release(&start_mark_);
    sanitizer::before_switch(thread_, stack_of(0).sanitizer_stack);
    after_jump(jump_fcontext(contexts_[0], this).fctx);
}

void barrier_fibers::barrier() {
    if (count_ <= 1) return;
    char* const mark = &barrier_marks_[barriers_passed_ % 2];
    if (running_item_ + 1 == count_) ++barriers_passed_;
    sanitizer::release(mark);
    stop_at(stop_point::barrier);
    sanitizer::acquire(mark);
}

void barrier_fibers::sub_group_barrier(bool in_order) {
    if (count_ <= 1) return;
    char* const mark = &sub_group_marks_[running_item_ / sub_group_size * 2 + sub_group_barriers_passed_ % 2];
    if (is_last_of_sub_group()) ++sub_group_barriers_passed_;
    if (in_order) sanitizer::release(mark);
    stop_at(stop_point::sub_group);
    if (in_order) sanitizer::acquire(mark);
}

void barrier_fibers::abandon(std::exception_ptr reason) {
    exception_ = std::move(reason);
    sanitizer::release(work_launch_);
    stop_at(stop_point::end);
    __builtin_unreachable();
}

void barrier_fibers::run_item(uint32_t item) {
    try {
        work_(work_context_, item);
    } catch (...) {
        exception_ = std::current_exception();
    }
    sanitizer::release(work_launch_);
}

// Switches from the running work-item, which stopped at `stopped_at`, to the next one.
//
// The work-items of a group take turns in order. Between two turns of the group, the work-items of a sub-group may take
// several turns of their own. All work-items must stop at the same kind of point as the first one: those of a group at a
// barrier or at their ends, and those of a sub-group also at a sub-group function.
//
// For a work-item that has ended, this function never returns from the jump, and AddressSanitizer would keep its marks of the
// function's frame. Therefore the function is not instrumented.
__attribute__((no_sanitize("address"))) INGOT_NO_THREAD_SANITIZER void barrier_fibers::stop_at(stop_point stopped_at) {
    const uint32_t item = running_item_;
    const uint32_t next = next_after(stopped_at);
    previous_item_ = item;
    running_item_ = next;
    sanitizer::before_switch(stack_of(item).sanitizer_stack, next == count_ ? thread_ : stack_of(next).sanitizer_stack);
    after_jump(jump_fcontext(contexts_[next], this).fctx);
}

// Returns the work-item that runs next when the running one stops at `stopped_at`, or `count_` if run() continues because all
// work-items have ended, one has thrown, or this function has detected divergence.
uint32_t barrier_fibers::next_after(stop_point stopped_at) {
    const uint32_t first = running_item_ / sub_group_size * sub_group_size;
    if (running_item_ == first) first_stop_of_sub_group_ = stopped_at;
    if (stopped_at != first_stop_of_sub_group_)
        divergence_ = {first, first_stop_of_sub_group_, running_item_, stopped_at};
    else if (stopped_at != stop_point::sub_group) {
        if (running_item_ == 0) first_stop_ = stopped_at;
        if (stopped_at != first_stop_) divergence_ = {0, first_stop_, running_item_, stopped_at};
    }
    if (exception_ || divergence_) return count_;
    if (!is_last_of_sub_group()) return running_item_ + 1;
    if (stopped_at == stop_point::sub_group) return first;
    if (running_item_ + 1 < count_) return running_item_ + 1;
    return stopped_at == stop_point::end ? count_ : 0;
}

// Runs first after each jump. `left` is the context at which the fiber or thread that jumped will continue.
void barrier_fibers::after_jump(void* left) {
    contexts_[previous_item_] = left;
    const sanitizer::stack& current_stack = running_item_ == count_ ? thread_ : stack_of(running_item_).sanitizer_stack;
    sanitizer::stack bounds;
    sanitizer::after_switch(current_stack, bounds);
    if (previous_item_ == count_) {
        thread_.bottom = bounds.bottom;
        thread_.size = bounds.size;
    }
}

}  // namespace ingot::backends::cpu_debug
