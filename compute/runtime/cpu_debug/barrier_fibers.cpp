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
    // Its frame is never left, so that AddressSanitizer would keep marks of it: it has none, and calls what has.
#if INGOT_ADDRESS_SANITIZER
    __attribute__((no_sanitize_address))
#endif
    [[noreturn]] static void begin(transfer_t from) {
        auto& fibers = *static_cast<barrier_fibers*>(from.data);
        fibers.arrive(from.fctx);
        fibers.work_through(fibers.current);
        fibers.reach(stop::end);
        __builtin_unreachable();
    }
};

void barrier_fibers::run(uint32_t items, body what, void* context) {
    while (stacks.size() < items) stacks.emplace_back(stacks.size());
    contexts.resize(items + 1);
    for (uint32_t item = 0; item < items; ++item)
        contexts[item] = make_fcontext(stacks[item].top(), stacks[item].usable(), &entry_point::begin);
    work = what;
    work_context = context;
    count = items;
    thrown = nullptr;
    diverged = false;
    thread = sanitizer::of_thread();

    current = 0;
    previous = count;
    sanitizer::before_switch(&thread, stacks[0].known);
    arrive(jump_fcontext(contexts[0], this).fctx);

    if (!thrown && !diverged) return;
    for (uint32_t item = 0; item < items; ++item) sanitizer::forget_frames(stacks[item].known);
    if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
    if (first_stop == stop::barrier) throw divergence {0, previous};
    throw divergence {previous, 0};
}

void barrier_fibers::barrier() {
    if (count > 1) reach(stop::barrier);
}

void barrier_fibers::work_through(uint32_t item) {
    try {
        work(work_context, item);
    } catch (...) {
        thrown = std::current_exception();
    }
}

// A round goes over all items in order. What the first of them comes to, a barrier or its end, all must come to.
void barrier_fibers::reach(stop how) {
    const uint32_t here = current;
    if (here == 0) first_stop = how;
    if (how != first_stop) diverged = true;

    const bool last = here + 1 == count;
    const bool leave = thrown || diverged || (last && how == stop::end);
    current = leave ? count : last ? 0 : here + 1;
    previous = here;
    sanitizer::before_switch(how == stop::end ? nullptr : &stacks[here].known, leave ? thread : stacks[current].known);
    arrive(jump_fcontext(contexts[current], this).fctx);
}

// The first thing that runs after a jump: `left` is where the one who jumped goes on.
void barrier_fibers::arrive(void* left) {
    contexts[previous] = left;
    const sanitizer::stack& here = current == count ? thread : stacks[current].known;
    sanitizer::stack bounds;
    sanitizer::after_switch(here, bounds);
    if (previous == count) {
        thread.bottom = bounds.bottom;
        thread.size = bounds.size;
    }
}

}  // namespace ingot::backends::cpu_debug
