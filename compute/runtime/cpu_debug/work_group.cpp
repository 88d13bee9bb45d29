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
#include <utility>

namespace ingot::backends::cpu_debug {

namespace {

thread_local constinit group_runner* running_here = nullptr;

uint3 vector_of(const std::array<uint32_t, 3>& size) { return {size[0], size[1], size[2]}; }

void enter_group(const launch_range& items, uint64_t group) {
    const sanitizer::ignored_accesses ignored_accesses;
    global_size = vector_of(items.global);
    local_size = vector_of(items.local);
    num_groups = {global_size.x / local_size.x, global_size.y / local_size.y, global_size.z / local_size.z};
    const uint64_t row = group / num_groups.x;
    group_id = {static_cast<uint32_t>(group % num_groups.x), static_cast<uint32_t>(row % num_groups.y),
                static_cast<uint32_t>(row / num_groups.y)};
}

void enter_item(uint32_t x, uint32_t y, uint32_t z) {
    const sanitizer::ignored_accesses ignored_accesses;
    local_id = {x, y, z};
    global_id = {group_id.x * local_size.x + x, group_id.y * local_size.y + y, group_id.z * local_size.z + z};
}

void enter_item(uint32_t item) {
    const sanitizer::ignored_accesses ignored_accesses;
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

std::string text_of_stop(barrier_fibers::stop_point point) {
    switch (point) {
        case barrier_fibers::stop_point::sub_group:
            return "waits in a sub-group function";
        case barrier_fibers::stop_point::barrier:
            return "waits at a barrier";
        case barrier_fibers::stop_point::end:
            break;
    }
    return "ended";
}

std::string text_of_divergence(const barrier_fibers::divergence& found) {
    using stop = barrier_fibers::stop_point;
    const bool of_sub_group = found.first_stop == stop::sub_group || found.second_stop == stop::sub_group;
    const bool first_waits = found.first_stop != stop::end;
    const auto text = [](uint32_t item, stop point) { return text_of_item(item) + " " + text_of_stop(point); };
    const std::string waiting =
        first_waits ? text(found.first_item, found.first_stop) : text(found.second_item, found.second_stop);
    const std::string other = first_waits ? text(found.second_item, found.second_stop) : text(found.first_item, found.first_stop);
    return std::string("not all work-items of ") + (of_sub_group ? "a sub-group of " : "") + "work-group " + text_of(group_id) +
           " reached a " + (of_sub_group ? "sub-group function" : "barrier") + ": the work-item with global_id " + other +
           " while " + waiting;
}

}  // namespace

group_runner* group_runner::current() {
    const sanitizer::ignored_accesses ignored_accesses;
    return running_here;
}

bool group_runner::uses_fibers() const {
    const sanitizer::ignored_accesses ignored_accesses;
    return uses_fibers_;
}

void group_runner::run(const group_launch& work, uint64_t group) {
    struct leave {
        group_runner& runner;
        ~leave() {
            const sanitizer::ignored_accesses ignored_accesses;
            running_here = nullptr;
            runner.memory_.end_group();
        }
    } const at_end {*this};
    enter(work, group);
    if (uses_fibers_)
        run_with_fibers(work);
    else
        run_without_fibers(work);
}

void group_runner::enter(const group_launch& work, uint64_t group) {
    const sanitizer::ignored_accesses ignored_accesses;
    running_here = this;
    has_missed_barrier_ = false;
    enter_group(work.range, group);
    const uint64_t count = uint64_t {local_size.x} * local_size.y * local_size.z;
    uses_fibers_ = sanitizer::has_thread_sanitizer() || (work.uses_barrier && count > 1);
}

void group_runner::run_without_fibers(const group_launch& work) {
    if (setjmp(failed_item_) != 0) throw work_item_failure(failure_);
    run_items(work);
    if (has_missed_barrier_)
        throw error(
            "the kernel reached a barrier, although its archive states that it has none; the archive and the program were not "
            "built from the same source, so build both again");
}

[[gnu::noinline]] void group_runner::run_items(const group_launch& work) {
    for (uint32_t z = 0; z < work.range.local[2]; ++z)
        for (uint32_t y = 0; y < work.range.local[1]; ++y)
            for (uint32_t x = 0; x < work.range.local[0]; ++x) {
                enter_item(x, y, z);
                work.run(work.arguments);
            }
}

void group_runner::note_failure(std::string reason) {
    const sanitizer::ignored_accesses ignored_accesses;
    failure_ = std::move(reason);
}

std::exception_ptr group_runner::noted_failure() const {
    const sanitizer::ignored_accesses ignored_accesses;
    return std::make_exception_ptr(work_item_failure(failure_));
}

void group_runner::leave() {
    if (uses_fibers()) fibers_.abandon(noted_failure());
    std::longjmp(failed_item_, 1);
}

void group_runner::run_with_fibers(const group_launch& work) {
    const auto run_item = [](void* context, uint32_t item) {
        const auto& launch = *static_cast<const group_launch*>(context);
        enter_item(item);
        launch.run(launch.arguments);
    };
    try {
        const uint32_t count = local_size.x * local_size.y * local_size.z;
        prepare_exchange(count);
        fibers_.run(count, run_item, const_cast<group_launch*>(&work), work.launch);
    } catch (const barrier_fibers::divergence& found) {
        throw error(text_of_divergence(found));
    }
}

void group_runner::prepare_exchange(uint32_t items) {
    const sanitizer::ignored_accesses ignored_accesses;
    exchange_calls_.assign(items, 0);
    for (auto& slots : exchange_slots_)
        if (slots.size() < items) slots = std::vector<std::atomic<uint32_t>>(items);
}

void group_runner::barrier() {
    if (uses_fibers()) {
        fibers_.barrier();
        enter_item(fibers_.running_item());
    } else if (uint64_t {local_size.x} * local_size.y * local_size.z > 1) {
        has_missed_barrier_ = true;
    }
}

uint32_t group_runner::running_item() const {
    const sanitizer::ignored_accesses ignored_accesses;
    if (uses_fibers_) return fibers_.running_item();
    return (local_id.z * local_size.y + local_id.y) * local_size.x + local_id.x;
}

uint32_t group_runner::sub_group_size() const {
    const sanitizer::ignored_accesses ignored_accesses;
    const uint32_t first = running_item() / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    return std::min(barrier_fibers::sub_group_size, local_size.x * local_size.y * local_size.z - first);
}

void group_runner::sub_group_barrier() {
    if (!uses_fibers()) return barrier();
    fibers_.sub_group_barrier(true);
    enter_item(fibers_.running_item());
}

// Exchanges only the values, and does not order accesses to memory. A kernel that needs an order must use a barrier.
uint32_t group_runner::shuffle(uint32_t value, uint32_t source) {
    if (!uses_fibers()) return barrier(), value;
    const auto& slots = store_and_wait(value);
    const sanitizer::ignored_accesses no_race;
    const uint32_t item = fibers_.running_item();
    const uint32_t first = item / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    return source < sub_group_size() ? slots[first + source].load(std::memory_order_relaxed) : value;
}

uint32_t group_runner::ballot(bool value) {
    if (!uses_fibers()) return barrier(), value ? 1 : 0;
    const auto& slots = store_and_wait(value ? 1 : 0);
    const sanitizer::ignored_accesses no_race;
    const uint32_t first = fibers_.running_item() / barrier_fibers::sub_group_size * barrier_fibers::sub_group_size;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < sub_group_size(); ++i) bits |= slots[first + i].load(std::memory_order_relaxed) << i;
    return bits;
}

// Stores the running work-item's value, and waits until all work-items of the sub-group have stored theirs.
const std::vector<std::atomic<uint32_t>>& group_runner::store_and_wait(uint32_t value) {
    auto& slots = store(value);
    fibers_.sub_group_barrier(false);
    enter_item(fibers_.running_item());
    return slots;
}

// Stores the running work-item's value in the slots of its current call.
const std::vector<std::atomic<uint32_t>>& group_runner::store(uint32_t value) {
    const sanitizer::ignored_accesses no_race;
    const uint32_t item = fibers_.running_item();
    auto& slots = exchange_slots_[exchange_calls_[item]++ % 2];
    slots[item].store(value, std::memory_order_relaxed);
    return slots;
}

void* group_runner::local_block(const void* place, size_t bytes, size_t alignment) {
    const sanitizer::ignored_accesses ignored_accesses;
    return memory_.get_block(place, bytes, alignment);
}

}  // namespace ingot::backends::cpu_debug

namespace {

using ingot::backends::cpu_debug::group_runner;

// The functions below are declared not to throw (device_functions.hpp). An error that they cannot report as the failure of a
// work-item ends the program.
[[noreturn]] void stop_program(const char* reason) {
    std::fprintf(stderr, "ingot: %s\n", reason);
    std::abort();
}

group_runner& runner_of_kernel() {
    group_runner* const runner = group_runner::current();
    if (!runner) stop_program("a barrier, local memory or a sub-group function is used outside of a kernel");
    return *runner;
}

}  // namespace

extern "C" {

// In kernels for the CPU debug device, assert() calls this function instead of __assert_fail of the C library. The source that
// ingotc generates replaces the name by a macro (compute/compiler/front_ends/cpp/generated_cpu_debug.cpp).
[[noreturn]] void ingot_device_assert_fail(const char* condition, const char* file, unsigned int line,
                                           const char* function) noexcept;
[[noreturn]] void ingot_device_assert_fail(const char* condition, const char* file, unsigned int line,
                                           const char* function) noexcept {
    group_runner* const runner = group_runner::current();
    // Without a runner, no kernel is running: the host has called a function of a header that the kernel file includes, too.
    // Then print the message of the C library and abort, as its assert() does.
    if (!runner) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
        std::abort();
    }
    // leave() does not unwind this stack: the strings must be destroyed before it is called.
    runner->note_failure(std::string(file) + ":" + std::to_string(line) + ": assertion '" + condition + "' failed");
    runner->leave();
}

[[gnu::noinline, gnu::nothrow]] void ingot::ingot_device_barrier(uint32_t) { runner_of_kernel().barrier(); }

// The first parameter, the kind of memory, makes no difference, because all memory is memory of the process. Other groups run on
// other threads, so the fence must be one between threads.
[[gnu::nothrow]] void ingot::ingot_device_fence(uint32_t, uint32_t accesses) {
    if (ingot::backends::cpu_debug::sanitizer::has_thread_sanitizer()) {
        // ThreadSanitizer does not support fences. Instead the fence is reported to it as an update of one place in memory,
        // which orders more than the fence does. So it misses some races, but reports no false ones.
        static char place;
        ingot::backends::cpu_debug::sanitizer::acquire(&place);
        ingot::backends::cpu_debug::sanitizer::release(&place);
    }
    if (accesses == static_cast<uint32_t>(ingot::detail::fence_accesses::reads))
        std::atomic_thread_fence(std::memory_order_acquire);
    else if (accesses == static_cast<uint32_t>(ingot::detail::fence_accesses::writes))
        std::atomic_thread_fence(std::memory_order_release);
    else
        std::atomic_thread_fence(std::memory_order_seq_cst);
}

// A sub-group consists of consecutive work-items of the group.
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_size() { return runner_of_kernel().sub_group_size(); }
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_id() {
    return runner_of_kernel().running_item() / ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_local_id() {
    return runner_of_kernel().running_item() % ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_number_of_sub_groups() {
    constexpr uint32_t size = ingot::backends::cpu_debug::barrier_fibers::sub_group_size;
    return (ingot::local_size.x * ingot::local_size.y * ingot::local_size.z + size - 1) / size;
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle(uint32_t value, uint32_t source) {
    return runner_of_kernel().shuffle(value, source);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_xor(uint32_t value, uint32_t mask) {
    return runner_of_kernel().shuffle(value, ingot_device_sub_group_local_id() ^ mask);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_up(uint32_t value, uint32_t distance) {
    return runner_of_kernel().shuffle(value, ingot_device_sub_group_local_id() - distance);
}
[[gnu::nothrow]] uint32_t ingot::ingot_device_sub_group_shuffle_down(uint32_t value, uint32_t distance) {
    return runner_of_kernel().shuffle(value, ingot_device_sub_group_local_id() + distance);
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

[[gnu::nothrow]] void* ingot::ingot_device_launch_memory(const void* argument, size_t alignment) try {
    return runner_of_kernel().local_block(argument, *static_cast<const uint64_t*>(argument), alignment);
} catch (const std::bad_alloc&) {
    stop_program("no memory for the local memory of a work-group");
}
}
