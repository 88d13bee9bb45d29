#include "work_group.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/work_item.hpp>
#include <ingot/runtime/error.hpp>
#include <new>
#include <string>

namespace ingot::backends::cpu_debug {

namespace {

thread_local constinit group_runner* running_here = nullptr;

uint3 vector_of(const std::array<uint32_t, 3>& size) { return {size[0], size[1], size[2]}; }

void enter_group(const launch_range& items, uint64_t group) {
    const sanitizer::own_code here;
    global_size = vector_of(items.global);
    local_size = vector_of(items.local);
    group_size = {global_size.x / local_size.x, global_size.y / local_size.y, global_size.z / local_size.z};
    const uint64_t row = group / group_size.x;
    group_id = {static_cast<uint32_t>(group % group_size.x), static_cast<uint32_t>(row % group_size.y),
                static_cast<uint32_t>(row / group_size.y)};
}

void enter_item(uint32_t x, uint32_t y, uint32_t z) {
    const sanitizer::own_code here;
    local_id = {x, y, z};
    global_id = {group_id.x * local_size.x + x, group_id.y * local_size.y + y, group_id.z * local_size.z + z};
}

void enter_item(uint32_t item) {
    const sanitizer::own_code here;
    const uint32_t row = item / local_size.x;
    enter_item(item % local_size.x, row % local_size.y, row / local_size.y);
}

std::string text_of(const uint3& id) {
    return "(" + std::to_string(id.x) + ", " + std::to_string(id.y) + ", " + std::to_string(id.z) + ")";
}

std::string text_of_item(uint32_t item) {
    enter_item(item);
    return text_of(global_id);
}

std::string text_of_stop(barrier_fibers::stop at) {
    switch (at) {
        case barrier_fibers::stop::sub_group:
            return "waits at a function of its sub-group";
        case barrier_fibers::stop::barrier:
            return "waits at a barrier";
        case barrier_fibers::stop::end:
            break;
    }
    return "ended";
}

std::string text_of_divergence(const barrier_fibers::divergence& found) {
    using stop = barrier_fibers::stop;
    const bool of_sub_group = found.first_at == stop::sub_group || found.second_at == stop::sub_group;
    const bool first_waits = found.first_at != stop::end;
    const auto text = [](uint32_t item, stop at) { return text_of_item(item) + " " + text_of_stop(at); };
    const std::string waiting = first_waits ? text(found.first, found.first_at) : text(found.second, found.second_at);
    const std::string other = first_waits ? text(found.second, found.second_at) : text(found.first, found.first_at);
    return std::string("not all work-items of ") + (of_sub_group ? "a sub-group of " : "") + "work-group " + text_of(group_id) +
           " reached a " + (of_sub_group ? "function of it" : "barrier") + ": the one with global_id " + other + " while " +
           waiting;
}

}  // namespace

group_runner* group_runner::running() {
    const sanitizer::own_code here;
    return running_here;
}

bool group_runner::is_on_fibers() const {
    const sanitizer::own_code here;
    return on_fibers;
}

void group_runner::run(const group_work& work, uint64_t group) {
    struct leave {
        group_runner& runner;
        ~leave() {
            const sanitizer::own_code here;
            running_here = nullptr;
            runner.memory.end_group();
        }
    } const at_end {*this};
    enter(work, group);
    if (on_fibers)
        run_fibers(work);
    else
        run_items(work);
}

void group_runner::enter(const group_work& work, uint64_t group) {
    const sanitizer::own_code here;
    running_here = this;
    barrier_without_fibers = false;
    enter_group(work.items, group);
    const uint64_t count = uint64_t {local_size.x} * local_size.y * local_size.z;
    on_fibers = sanitizer::finds_races() || (work.uses_barrier && count > 1);
}

void group_runner::run_items(const group_work& work) {
    for (uint32_t z = 0; z < work.items.local[2]; ++z)
        for (uint32_t y = 0; y < work.items.local[1]; ++y)
            for (uint32_t x = 0; x < work.items.local[0]; ++x) {
                enter_item(x, y, z);
                work.run(work.arguments);
            }
    if (barrier_without_fibers)
        throw error(
            "it came to a barrier, though its archive says that it has none: archive and program were not made from the "
            "same source");
}

void group_runner::run_fibers(const group_work& work) {
    const auto run_item = [](void* context, uint32_t item) {
        const auto& what = *static_cast<const group_work*>(context);
        enter_item(item);
        what.run(what.arguments);
    };
    try {
        const uint32_t count = local_size.x * local_size.y * local_size.z;
        prepare_exchange(count);
        fibers.run(count, run_item, const_cast<group_work*>(&work), work.launch);
    } catch (const barrier_fibers::divergence& found) {
        throw error(text_of_divergence(found));
    }
}

void group_runner::prepare_exchange(uint32_t items) {
    const sanitizer::own_code here;
    calls.assign(items, 0);
    for (auto& slots : exchanged)
        if (slots.size() < items) slots = std::vector<std::atomic<uint32_t>>(items);
}

void group_runner::barrier() {
    if (is_on_fibers()) {
        fibers.barrier();
        enter_item(fibers.running_item());
    } else if (uint64_t {local_size.x} * local_size.y * local_size.z > 1) {
        barrier_without_fibers = true;
    }
}

uint32_t group_runner::item() const {
    const sanitizer::own_code here;
    if (on_fibers) return fibers.running_item();
    return (local_id.z * local_size.y + local_id.y) * local_size.x + local_id.x;
}

uint32_t group_runner::sub_group_size() const {
    const sanitizer::own_code here;
    const uint32_t first = item() / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    return std::min(barrier_fibers::sub_group_size, local_size.x * local_size.y * local_size.z - first);
}

void group_runner::sub_group_barrier() {
    if (!is_on_fibers()) return barrier();
    fibers.sub_group_barrier(true);
    enter_item(fibers.running_item());
}

// Nothing but the values is exchanged: who wants memory to be seen needs a barrier.
uint32_t group_runner::exchange(uint32_t value, uint32_t source) {
    if (!is_on_fibers()) return barrier(), value;
    const auto& slots = give(value);
    const sanitizer::own_code no_race;
    const uint32_t here = fibers.running_item();
    const uint32_t first = here / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    return source < sub_group_size() ? slots[first + source].load(std::memory_order_relaxed) : value;
}

uint32_t group_runner::ballot(bool value) {
    if (!is_on_fibers()) return barrier(), value ? 1 : 0;
    const auto& slots = give(value ? 1 : 0);
    const sanitizer::own_code no_race;
    const uint32_t first = fibers.running_item() / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < sub_group_size(); ++i) bits |= slots[first + i].load(std::memory_order_relaxed) << i;
    return bits;
}

const std::vector<std::atomic<uint32_t>>& group_runner::give(uint32_t value) {
    auto& slots = put(value);
    fibers.sub_group_barrier(false);
    enter_item(fibers.running_item());
    return slots;
}

const std::vector<std::atomic<uint32_t>>& group_runner::put(uint32_t value) {
    const sanitizer::own_code no_race;
    const uint32_t here = fibers.running_item();
    auto& slots = exchanged[calls[here]++ % 2];
    slots[here].store(value, std::memory_order_relaxed);
    return slots;
}

void* group_runner::local_block(const void* place, size_t bytes, size_t alignment) {
    const sanitizer::own_code here;
    return memory.block(place, bytes, alignment);
}

}  // namespace ingot::backends::cpu_debug

namespace {

using ingot::backends::cpu_debug::group_runner;

// Kernel code lets no exception through, so that there is nothing to go on with.
[[noreturn]] void stop_program(const char* why) {
    std::fprintf(stderr, "ingot: %s\n", why);
    std::abort();
}

group_runner& runner_of_kernel() {
    group_runner* const runner = group_runner::running();
    if (!runner) stop_program("a barrier or local memory is used outside of a kernel");
    return *runner;
}

}  // namespace

extern "C" {

[[gnu::noinline, gnu::nothrow]] void ingot::ingot_device_barrier(uint32_t) { runner_of_kernel().barrier(); }

// Other groups run on other threads of the processor; of which memory is the same to it.
[[gnu::nothrow]] void ingot::ingot_device_fence(uint32_t, uint32_t accesses) {
    if (ingot::backends::cpu_debug::sanitizer::finds_races()) {
        // It does not know fences. An update of one place in memory orders more than they do: so it finds fewer races, and none
        // that is none.
        static char place;
        ingot::backends::cpu_debug::sanitizer::acquire(&place);
        ingot::backends::cpu_debug::sanitizer::release(&place);
    }
    if (accesses == static_cast<uint32_t>(ingot::fence_accesses::reads))
        std::atomic_thread_fence(std::memory_order_acquire);
    else if (accesses == static_cast<uint32_t>(ingot::fence_accesses::writes))
        std::atomic_thread_fence(std::memory_order_release);
    else
        std::atomic_thread_fence(std::memory_order_seq_cst);
}

// A sub-group's work-items follow each other in the group.
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_size() { return runner_of_kernel().sub_group_size(); }
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_id() {
    return runner_of_kernel().item() / ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_local_id() {
    return runner_of_kernel().item() % ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_number_of_sub_groups() {
    constexpr uint32_t size = ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
    return (ingot::local_size.x * ingot::local_size.y * ingot::local_size.z + size - 1) / size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle(uint32_t value, uint32_t source) {
    return runner_of_kernel().exchange(value, source);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_xor(uint32_t value, uint32_t mask) {
    return runner_of_kernel().exchange(value, ingot_device_sub_group_local_id() ^ mask);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_up(uint32_t value, uint32_t distance) {
    return runner_of_kernel().exchange(value, ingot_device_sub_group_local_id() - distance);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_down(uint32_t value, uint32_t distance) {
    return runner_of_kernel().exchange(value, ingot_device_sub_group_local_id() + distance);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_ballot(uint32_t predicate, uint32_t word) {
    const uint32_t bits = runner_of_kernel().ballot(predicate != 0);
    return word == 0 ? bits : 0;
}
[[gnu::nothrow]] void ingot::ingot_device_sub_group_barrier() { runner_of_kernel().sub_group_barrier(); }

[[gnu::noinline, gnu::nothrow]] void* ingot::ingot_device_local_memory(size_t bytes, size_t alignment) try {
    return runner_of_kernel().local_block(__builtin_return_address(0), bytes, alignment);
} catch (const std::bad_alloc&) {
    stop_program("no memory for the local memory of a work-group");
}
}
