// Litmus tests: small programs of two or four work-items whose results show in which order accesses to memory become
// visible (Alglave et al., "GPU Concurrency: Weak Behaviours and Programming Assumptions", ASPLOS 2015). The work-items of
// one such program are its roles. A launch runs many programs, each on memory of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace litmus {

// The programs. x and y are 0 at the start; a, b, c, d are the values that the roles read. A bar separates two roles.
enum class shape : uint32_t {
    message_passing,    // x = 1; y = 1         |  a = y; b = x
    store_buffering,    // x = 1; a = y         |  y = 1; b = x
    load_buffering,     // a = y; x = 1         |  b = x; y = 1
    independent_reads,  // x = 1  |  y = 1      |  a = x; b = y  |  c = y; d = x
    coherent_reads,     // x = 1; x = 2         |  a = x; b = x; c = x
    coherent_writes,    // x = 1; a = x         |  x = 2; b = x; at the end c = x
};

// How the accesses of a role are ordered.
enum class order : uint32_t {
    relaxed,
    acquire_release,
    consistent,     // sequentially consistent
    thread_fences,  // relaxed, with std::atomic_thread_fence in between
    memory_fences,  // relaxed, with global_mem_fence or another of Ingot's memory fences in between
    updates,        // acquire-release read-modify-write operations instead of loads and stores
    mixed,          // consistent in the roles 0 and 2, and thread_fences in 1 and 3
};

// The memory of x and y.
enum class place : uint32_t { global, local, global_with_local_flag, local_with_global_flag };

struct variant {
    shape program {};
    order how {};
    place where {};
    friend constexpr bool operator==(const variant&, const variant&) = default;
};

inline constexpr std::array shapes {shape::message_passing,   shape::store_buffering, shape::load_buffering,
                                    shape::independent_reads, shape::coherent_reads,  shape::coherent_writes};
inline constexpr std::array orders {order::relaxed,       order::acquire_release, order::consistent, order::thread_fences,
                                    order::memory_fences, order::updates,         order::mixed};
inline constexpr std::array places {place::global, place::local, place::global_with_local_flag, place::local_with_global_flag};

// Is there a kernel for this variant?
// - Only message_passing uses global and local memory at once, one for its data x and the other for its flag y. Then it has no
//   variant memory_fences, because such a fence orders accesses to only one of the two memories, and no variant relaxed.
// - coherent_reads and coherent_writes have no variants with fences, because accesses to the same location are ordered without
//   fences.
// - The variant mixed is for the programs that only sequential consistency orders.
constexpr bool exists(const variant& one) {
    const bool is_mixed = one.where == place::global_with_local_flag || one.where == place::local_with_global_flag;
    const bool is_coherence = one.program == shape::coherent_reads || one.program == shape::coherent_writes;
    const bool has_fence = one.how == order::thread_fences || one.how == order::memory_fences;
    if (one.how == order::mixed)
        return !is_mixed && (one.program == shape::store_buffering || one.program == shape::independent_reads);
    if (is_mixed) return one.program == shape::message_passing && one.how != order::relaxed && one.how != order::memory_fences;
    return !(is_coherence && has_fence);
}

constexpr size_t count_variants() {
    size_t count = 0;
    for (const shape program : shapes)
        for (const order how : orders)
            for (const place where : places) count += exists({program, how, where}) ? 1 : 0;
    return count;
}

constexpr auto all_variants() {
    std::array<variant, count_variants()> all {};
    size_t next = 0;
    for (const shape program : shapes)
        for (const order how : orders)
            for (const place where : places)
                if (exists({program, how, where})) all[next++] = {program, how, where};
    return all;
}

inline constexpr auto variants = all_variants();

constexpr uint32_t roles_of(shape program) { return program == shape::independent_reads ? 4 : 2; }

// Which work-items are the roles of a program.
enum class scope : uint32_t {
    same_sub_group,         // neighbours in a work-group
    same_work_group,        // work-items of a work-group that are programs_in_group apart
    different_work_groups,  // work-items with the same local_id, in work-groups that are launch::distance apart
};

inline constexpr uint32_t programs_in_group = 64;      // if all roles of a program are in one group
inline constexpr uint32_t trials_in_local_memory = 4;  // the most trials of a program with x or y in local memory
inline constexpr uint32_t values = 4;                  // the results of a program: a, b, c and d

struct launch {
    scope roles {};
    uint32_t distance = 1;  // between the work-groups of a program's roles, for different_work_groups
    uint32_t trials = 0;    // how often each program runs, each time on other memory
    uint32_t stride = 0;    // distance of two locations in global memory, in words
    uint32_t patience = 0;  // how often a work-item may check in vain if other roles have arrived, in all its trials together
};

// Returns whether the values are a weak outcome of the program: one that no interleaving of its roles has.
constexpr bool is_weak(shape program, const uint32_t (&read)[values]) {
    const auto [a, b, c, d] = read;
    switch (program) {
        case shape::message_passing:
            return a == 1 && b == 0;
        case shape::store_buffering:
            return a == 0 && b == 0;
        case shape::load_buffering:
            return a == 1 && b == 1;
        case shape::independent_reads:
            return a == 1 && b == 0 && c == 1 && d == 0;
        case shape::coherent_reads:
            return b < a || c < b;
        case shape::coherent_writes:
            return a == 0 || b == 0 || (a == 2 && c != 2) || (b == 1 && c != 1) || c == 0;
    }
    return true;
}

// Returns whether the memory model forbids the weak outcome of a variant.
constexpr bool is_forbidden(const variant& one) {
    switch (one.program) {
        case shape::message_passing:
        case shape::load_buffering:
            return one.how != order::relaxed;
        // Acquire-release accesses and Ingot's memory fences (acquire-release fences) allow these outcomes. Updates forbid
        // them: if an update reads 0, the update that writes 1 to the same location comes later, and synchronises with it.
        case shape::store_buffering:
        case shape::independent_reads:
            return one.how == order::consistent || one.how == order::thread_fences || one.how == order::updates ||
                   one.how == order::mixed;
        case shape::coherent_reads:
        case shape::coherent_writes:
            return true;
    }
    return true;
}

}  // namespace litmus
