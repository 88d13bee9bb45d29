// Litmus tests of memory order (memory_order.hpp). A role checks only a limited number of times whether the other roles of its
// program have arrived, and then continues without them. It must not wait without a limit, because a device need not run two
// work-groups at the same time.
#include "memory_order.hpp"

#include <atomic>
#include <ingot/kernel.hpp>

using namespace ingot;
using namespace litmus;

static constexpr std::memory_order load_order(order how) {
    return how == order::acquire_release ? std::memory_order_acquire
           : how == order::consistent    ? std::memory_order_seq_cst
                                         : std::memory_order_relaxed;
}
static constexpr std::memory_order store_order(order how) {
    return how == order::acquire_release ? std::memory_order_release
           : how == order::consistent    ? std::memory_order_seq_cst
                                         : std::memory_order_relaxed;
}

template <order how>
static uint32_t load(uint32_t& location) {
    if constexpr (how == order::updates) return std::atomic_ref(location).fetch_add(0, std::memory_order_acq_rel);
    return std::atomic_ref(location).load(load_order(how));
}

template <order how>
static void store(uint32_t& location, uint32_t value) {
    if constexpr (how == order::updates)
        std::atomic_ref(location).exchange(value, std::memory_order_acq_rel);
    else
        std::atomic_ref(location).store(value, store_order(how));
}

// The fence between two accesses of a role; does nothing if the variant has no fences. `of_thread` is the order for
// std::atomic_thread_fence. If the variant has Ingot's memory fences, the order acquire selects the fence for reads, release
// the fence for writes, and any other order the fence for both.
template <variant one, std::memory_order of_thread>
static void fence() {
    constexpr bool is_global = one.where == place::global;
    if constexpr (one.how == order::thread_fences)
        std::atomic_thread_fence(of_thread);
    else if constexpr (one.how != order::memory_fences)
        return;
    else if constexpr (of_thread == std::memory_order_acquire)
        is_global ? global_read_mem_fence() : local_read_mem_fence();
    else if constexpr (of_thread == std::memory_order_release)
        is_global ? global_write_mem_fence() : local_write_mem_fence();
    else
        is_global ? global_mem_fence() : local_mem_fence();
}

// Performs the accesses of one role to x and y. Stores the values that the role reads in `read`: a in read[0], b in read[1],
// and so on.
template <variant one>
static void run_role(uint32_t role, uint32_t& x, uint32_t& y, uint32_t* read) {
    constexpr order how = one.how;
    if constexpr (how == order::mixed) {
        if (role % 2 == 0)
            run_role<variant {one.program, order::consistent, one.where}>(role, x, y, read);
        else
            run_role<variant {one.program, order::thread_fences, one.where}>(role, x, y, read);
    } else if constexpr (one.program == shape::message_passing) {
        // x is data, which need not be atomic if it is read only after the flag y has been seen. In the relaxed variant nothing
        // orders the accesses, so those to x must be atomic too.
        if (role == 0) {
            if constexpr (how == order::relaxed)
                store<how>(x, 1);
            else
                x = 1;
            fence<one, std::memory_order_release>();
            store<how>(y, 1);
        } else {
            read[0] = load<how>(y);
            fence<one, std::memory_order_acquire>();
            if constexpr (how == order::relaxed)
                read[1] = load<how>(x);
            else
                read[1] = read[0] == 1 ? x : 0;
        }
    } else if constexpr (one.program == shape::store_buffering) {
        uint32_t& own_variable = role == 0 ? x : y;
        uint32_t& other = role == 0 ? y : x;
        store<how>(own_variable, 1);
        fence<one, std::memory_order_seq_cst>();
        read[role] = load<how>(other);
    } else if constexpr (one.program == shape::load_buffering) {
        uint32_t& own_variable = role == 0 ? x : y;
        uint32_t& other = role == 0 ? y : x;
        read[role] = load<how>(other);
        fence<one, std::memory_order_acq_rel>();
        store<how>(own_variable, 1);
    } else if constexpr (one.program == shape::independent_reads) {
        if (role < 2) {
            store<how>(role == 0 ? x : y, 1);
        } else {
            const uint32_t first = load<how>(role == 2 ? x : y);
            fence<one, std::memory_order_seq_cst>();
            read[2 * role - 3] = load<how>(role == 2 ? y : x);
            read[2 * role - 4] = first;
        }
    } else if constexpr (one.program == shape::coherent_reads) {
        if (role == 0) {
            store<how>(x, 1);
            store<how>(x, 2);
        } else {
            read[0] = load<how>(x);
            read[1] = load<how>(x);
            read[2] = load<how>(x);
        }
    } else {
        store<how>(x, role + 1);
        read[role] = load<how>(x);
    }
}

// Lets the roles of a program begin a trial at the same time, if the device runs them at the same time. Then delays this role
// by up to 7 loads; their number depends on the trial and on the role.
static void meet(uint32_t* arrivals, uint32_t roles, uint32_t role, uint32_t trial, uint32_t& patience) {
    atomic_store(&arrivals[role], trial + 1);
    for (uint32_t other = 0; other < roles; ++other)
        while (patience > 0 && atomic_load(&arrivals[other]) <= trial) --patience;
    for (uint32_t i = (trial * 5 + role * 3) % 8; i > 0; --i)
        if (atomic_load(&arrivals[role]) > trial + 1) return;  // this never happens; the loads are the delay
}

// Runs each program `settings.trials` times. `result` has four values for each trial: a, b, c and d. Only c of coherent_writes
// is missing: it is the last value of x, which the host reads from `memory`. If x or y are in local memory, the kernel copies
// them to `memory` at the end.
template <variant one>
kernel void run(buffer<uint32_t> memory, buffer<uint32_t> arrivals, buffer<uint32_t> result, param<launch> settings) {
    constexpr uint32_t roles = roles_of(one.program);
    constexpr bool has_local_x = one.where == place::local || one.where == place::local_with_global_flag;
    constexpr bool has_local_y = one.where == place::local || one.where == place::global_with_local_flag;
    constexpr uint32_t words = has_local_x || has_local_y ? programs_in_group * trials_in_local_memory : 1;
    local_buffer<uint32_t, words, 2> tile;

    // Which role of which program is this work-item? With different_work_groups, the work-items of the first `distance`
    // groups have role 0, and those of the next `distance` groups role 1 of the same programs.
    const bool in_one_group = settings.roles != scope::different_work_groups;
    const uint32_t role = settings.roles == scope::same_sub_group    ? local_id.x % roles
                          : settings.roles == scope::same_work_group ? local_id.x / programs_in_group
                                                                     : group_id.x / settings.distance % roles;
    const uint32_t in_group = settings.roles == scope::same_sub_group    ? local_id.x / roles
                              : settings.roles == scope::same_work_group ? local_id.x % programs_in_group
                                                                         : local_id.x;
    const uint32_t first_of_group =
        in_one_group
            ? group_id.x * programs_in_group
            : (group_id.x / (settings.distance * roles) * settings.distance + group_id.x % settings.distance) * local_size.x;
    const uint32_t program = first_of_group + in_group;

    if constexpr (words > 1) {
        for (uint32_t i = local_id.x; i < words; i += local_size.x) tile[i][0] = tile[i][1] = 0;
        barrier();
    }
    uint32_t patience = settings.patience;
    for (uint32_t trial = 0; trial < settings.trials; ++trial) {
        const uint32_t index = program * settings.trials + trial;
        const uint32_t at_local = (in_group * trials_in_local_memory + trial) % words;
        meet(&arrivals[program * values], roles, role, trial, patience);
        uint32_t read[values] {};
        const auto run_on = [&](uint32_t& x, uint32_t& y) { run_role<one>(role, x, y, read); };
        if constexpr (has_local_x && has_local_y)
            run_on(tile[at_local][0], tile[at_local][1]);
        else if constexpr (has_local_x)
            run_on(tile[at_local][0], memory[(2 * index + 1) * settings.stride]);
        else if constexpr (has_local_y)
            run_on(memory[2 * index * settings.stride], tile[at_local][1]);
        else
            run_on(memory[2 * index * settings.stride], memory[(2 * index + 1) * settings.stride]);
        for (uint32_t i = 0; i < values; ++i)
            if (read[i] != 0) result[index * values + i] = read[i];
    }
    if constexpr (words > 1) {
        barrier();
        if (role == 0)
            for (uint32_t trial = 0; trial < settings.trials; ++trial) {
                const uint32_t index = program * settings.trials + trial;
                const uint32_t at_local = (in_group * trials_in_local_memory + trial) % words;
                if constexpr (has_local_x) memory[2 * index * settings.stride] = tile[at_local][0];
                if constexpr (has_local_y) memory[(2 * index + 1) * settings.stride] = tile[at_local][1];
            }
    }
}
using runs = instances_for<variants, []<variant one> { return instances<run<one>>(); }>;
