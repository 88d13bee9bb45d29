#include "work_group.hpp"

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
    global_size = vector_of(items.global);
    local_size = vector_of(items.local);
    group_size = {global_size.x / local_size.x, global_size.y / local_size.y, global_size.z / local_size.z};
    const uint64_t row = group / group_size.x;
    group_id = {static_cast<uint32_t>(group % group_size.x), static_cast<uint32_t>(row % group_size.y),
                static_cast<uint32_t>(row / group_size.y)};
}

void enter_item(uint32_t x, uint32_t y, uint32_t z) {
    local_id = {x, y, z};
    global_id = {group_id.x * local_size.x + x, group_id.y * local_size.y + y, group_id.z * local_size.z + z};
}

void enter_item(uint32_t item) {
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

}  // namespace

group_runner* group_runner::running() { return running_here; }

void group_runner::run(const group_work& work, uint64_t group) {
    struct leave {
        group_runner& runner;
        ~leave() {
            running_here = nullptr;
            runner.memory.end_group();
        }
    } at_end {*this};
    running_here = this;
    barrier_without_fibers = false;
    enter_group(work.items, group);

    on_fibers = work.uses_barrier && uint64_t {local_size.x} * local_size.y * local_size.z > 1;
    if (on_fibers)
        run_fibers(work);
    else
        run_items(work);
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
        fibers.run(local_size.x * local_size.y * local_size.z, run_item, const_cast<group_work*>(&work));
    } catch (const barrier_fibers::divergence& found) {
        throw error("not all work-items of work-group " + text_of(group_id) + " reached a barrier: the one with global_id " +
                    text_of_item(found.ended) + " ended while " + text_of_item(found.waiting) + " waits there");
    }
}

void group_runner::barrier() {
    if (on_fibers) {
        const uint3 local = local_id;
        const uint3 global = global_id;
        fibers.barrier();
        local_id = local;
        global_id = global;
    } else if (uint64_t {local_size.x} * local_size.y * local_size.z > 1) {
        barrier_without_fibers = true;
    }
}

void* group_runner::local_block(const void* place, size_t bytes, size_t alignment) {
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
    if (accesses == static_cast<uint32_t>(ingot::fence_accesses::reads))
        std::atomic_thread_fence(std::memory_order_acquire);
    else if (accesses == static_cast<uint32_t>(ingot::fence_accesses::writes))
        std::atomic_thread_fence(std::memory_order_release);
    else
        std::atomic_thread_fence(std::memory_order_seq_cst);
}

[[gnu::noinline, gnu::nothrow]] void* ingot::ingot_device_local_memory(size_t bytes, size_t alignment) try {
    return runner_of_kernel().local_block(__builtin_return_address(0), bytes, alignment);
} catch (const std::bad_alloc&) {
    stop_program("no memory for the local memory of a work-group");
}
}
