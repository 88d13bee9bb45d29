#include "barrier_fibers.hpp"

#include <boost/context/detail/fcontext.hpp>
#include <utility>

namespace ingot::backends::cpu_debug {

// Boost's fcontext, not its class `fiber`: that one unwinds a stack which is given up by an exception, and barriers, as
// everything in a kernel, let none through.
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

struct barrier_fibers::entry_point {
    // Its frame is never left, so that the sanitizers would keep marks of it: it has none, and calls what has.
    __attribute__((no_sanitize("address"))) [[noreturn]] INGOT_NO_THREAD_SANITIZER static void begin(transfer_t from) {
        auto& fibers = *static_cast<barrier_fibers*>(from.data);
        sanitizer::acquire(&fibers.start_mark);
        fibers.arrive(from.fctx);
        fibers.work_through(fibers.current);
        fibers.reach(stop::end);
        __builtin_unreachable();
    }
};

void barrier_fibers::run(uint32_t items, body what, void* context, void* launch) {
    prepare(items, what, context, launch);
    start_first_item();

    if (!thrown && !diverged) return;
    for (uint32_t item = 0; item < items; ++item) sanitizer::forget_frames(stack_of(item).known);
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
    throw *diverged;
}

void barrier_fibers::prepare(uint32_t items, body what, void* context, void* launch) {
    const sanitizer::own_code here;
    work = what;
    work_context = context;
    work_launch = launch;
    // One stack more than items, so that an item's next group is on another one.
    stacks_in_use = sanitizer::finds_races() ? items + 1 : items;
    shift = sanitizer::finds_races() ? (shift + 1) % stacks_in_use : 0;
    while (stacks.size() < stacks_in_use) stacks.emplace_back(stacks.size());
    contexts.resize(items + 1);
    sub_group_marks.resize(size_t {items} * 2);
    for (uint32_t item = 0; item < items; ++item)
        contexts[item] = make_fcontext(stack_of(item).top(), stack_of(item).usable(), &entry_point::begin);
    count = items;
    barriers_passed = 0;
    rounds_of_sub_group = 0;
    thrown = nullptr;
    diverged.reset();
    thread = sanitizer::of_thread();
    current = 0;
    previous = count;
}

void barrier_fibers::start_first_item() {
    sanitizer::release(&start_mark);
    sanitizer::before_switch(thread, stack_of(0).known);
    arrive(jump_fcontext(contexts[0], this).fctx);
}

void barrier_fibers::barrier() {
    if (count <= 1) return;
    char* const mark = &barrier_marks[barriers_passed % 2];
    if (current + 1 == count) ++barriers_passed;
    sanitizer::release(mark);
    reach(stop::barrier);
    sanitizer::acquire(mark);
}

void barrier_fibers::sub_group_barrier(bool in_order) {
    if (count <= 1) return;
    char* const mark = &sub_group_marks[current / sub_group_size * 2 + rounds_of_sub_group % 2];
    if (is_last_of_sub_group()) ++rounds_of_sub_group;
    if (in_order) sanitizer::release(mark);
    reach(stop::sub_group);
    if (in_order) sanitizer::acquire(mark);
}

void barrier_fibers::work_through(uint32_t item) {
    try {
        work(work_context, item);
    } catch (...) {
        thrown = std::current_exception();
    }
    sanitizer::release(work_launch);
}

// A round goes over all items in order, and inside it smaller ones over the items of a sub-group. What the first of them comes
// to, a barrier or its end, all must come to.
//
// A work-item that has ended never returns from the jump, so AddressSanitizer must not give this function a frame.
__attribute__((no_sanitize("address"))) INGOT_NO_THREAD_SANITIZER void barrier_fibers::reach(stop how) {
    const uint32_t here = current;
    const uint32_t next = next_after(how);
    previous = here;
    current = next;
    sanitizer::before_switch(stack_of(here).known, next == count ? thread : stack_of(next).known);
    arrive(jump_fcontext(contexts[next], this).fctx);
}

// Who runs when the running item stops; `count` is the thread.
uint32_t barrier_fibers::next_after(stop how) {
    const uint32_t first = current / sub_group_size * sub_group_size;
    if (current == first) first_stop_of_sub_group = how;
    if (how != first_stop_of_sub_group)
        diverged = {first, first_stop_of_sub_group, current, how};
    else if (how != stop::sub_group) {
        if (current == 0) first_stop = how;
        if (how != first_stop) diverged = {0, first_stop, current, how};
    }
    if (thrown || diverged) return count;
    if (!is_last_of_sub_group()) return current + 1;
    if (how == stop::sub_group) return first;
    if (current + 1 < count) return current + 1;
    return how == stop::end ? count : 0;
}

// The first thing that runs after a jump: `left` is where the one who jumped goes on.
void barrier_fibers::arrive(void* left) {
    contexts[previous] = left;
    const sanitizer::stack& here = current == count ? thread : stack_of(current).known;
    sanitizer::stack bounds;
    sanitizer::after_switch(here, bounds);
    if (previous == count) {
        thread.bottom = bounds.bottom;
        thread.size = bounds.size;
    }
}

}  // namespace ingot::backends::cpu_debug
