// The interface between the code of the target `cpu` and the backend that runs it. The code is one relocatable ELF object. For
// each kernel it defines a function for each level of the processor, and a constant. Their names are the kernel's symbol with an
// ending:
//
//     scale.x86-64-v3    runs one work-group (group_function)
//     scale.needs        what the functions need (kernel_needs)
//
// The object refers to few functions outside of it: mathematical functions of the C library, and functions of the backend for
// images and printing (runtime/cpu/host_functions.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ingot::archive::cpu {

/// The levels of the x86-64 psABI for which the target generates code, the most demanding one first.
inline constexpr std::array<std::string_view, 3> levels {"x86-64-v4", "x86-64-v3", "x86-64-v2"};

inline constexpr std::string_view needs_ending = ".needs";

/// What all groups of a launch have in common. `arguments` has one entry for each parameter of the kernel: the address of a
/// buffer, of an image, or of the bytes of a value; for local memory whose size the launch gives, its offset from the
/// beginning of the group's local memory.
struct launch {
    const uint64_t* arguments;
    std::array<uint32_t, 3> local_size;
    std::array<uint32_t, 3> group_count;
};

/// Runs the group with the given id. `local_memory` is the group's local memory: first kernel_needs::local_bytes, then the
/// memory whose size the launch gives. `contexts` has kernel_needs::context_bytes for each work-item of the group. Both are
/// aligned to memory_alignment.
using group_function = void (*)(const launch* common, uint32_t group_x, uint32_t group_y, uint32_t group_z,
                                std::byte* local_memory, std::byte* contexts);

inline constexpr size_t memory_alignment = 64;

struct kernel_needs {
    uint64_t local_bytes;    ///< local memory of a group, without that whose size the launch gives; a multiple of 64
    uint64_t context_bytes;  ///< memory for each work-item in which values survive a barrier; a multiple of 64
};

/// The number of work-items of a sub-group.
inline constexpr uint32_t sub_group_size = 8;

}  // namespace ingot::archive::cpu
