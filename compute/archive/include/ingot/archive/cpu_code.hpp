// The interface between the code of the target `cpu` and the backend that runs it. The code is one relocatable ELF object for
// one architecture. For each kernel it defines a function and a constant. Their names are the kernel's symbol with an
// ending, so that no kernel has the name of a function of the C library:
//
//     scale.group    runs one work-group (group_function)
//     scale.needs    what the function needs (kernel_needs)
//     scale.lanes    counts of lanes (lane_counts), if the code was made to count them
//
// The object refers to few functions outside of it: mathematical functions of the C library, and functions of the backend for
// images and printing (runtime/cpu_native/host_functions.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace ingot::archive::cpu {

/// Processors for which the target generates code: all that have the instructions of `processor`.
struct architecture {
    std::string_view name;       ///< in --arch and in archives
    std::string_view triple;     ///< LLVM's name of the instruction set and the system
    std::string_view processor;  ///< LLVM's name of the processor that has the least instructions
    std::string_view tuning;     ///< LLVM's name of the processor whose times decide between instructions
    uint32_t floats;             ///< number of floats in a vector, and the number of lanes if none is chosen
};

/// The architectures of the target. Of those with the same triple, the most demanding one is first, and its processors run the
/// code of the others. x86-64 has the levels of its psABI. LLVM gathers elements with one instruction only when it tunes for
/// later processors than the first ones with AVX2.
inline constexpr std::array<architecture, 4> architectures {{
    {"x86-64-v4", "x86_64-unknown-linux-gnu", "x86-64-v4", "skylake", 16},
    {"x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", "skylake", 8},
    {"x86-64-v2", "x86_64-unknown-linux-gnu", "x86-64-v2", "generic", 4},
    {"aarch64", "aarch64-unknown-linux-gnu", "generic", "generic", 4},
}};

/// Returns the architectures whose code processors of an architecture run, the most demanding one first: itself and those after
/// it with the same triple. Returns nothing if there is no architecture of that name.
constexpr std::span<const architecture> code_for(std::string_view name) {
    const auto first = std::ranges::find(architectures, name, &architecture::name);
    const auto end =
        std::find_if(first, architectures.end(), [&](const architecture& each) { return each.triple != first->triple; });
    return {first, end};
}

/// The architecture without --arch, on machines of its kind. Of x86-64, processors have this level since 2013 (Intel) and 2015
/// (AMD). One architecture is the default, because each one takes the time and the space of a target of its own. An archive for
/// older processors also has x86-64-v2.
#if defined(__aarch64__)
inline constexpr std::string_view default_architecture = "aarch64";
#else
inline constexpr std::string_view default_architecture = "x86-64-v3";
#endif

/// Does the backend run code on machines like the one that this is compiled for? On AArch64 only with Linux, because macOS and
/// Windows have other rules for calls and for memory with code.
#if defined(__x86_64__) || (defined(__aarch64__) && defined(__linux__))
inline constexpr bool runs_here = true;
#else
inline constexpr bool runs_here = false;
#endif

inline constexpr std::string_view group_ending = ".group";
inline constexpr std::string_view needs_ending = ".needs";
inline constexpr std::string_view lanes_ending = ".lanes";

/// What all groups of a launch have in common. `arguments` has one entry for each parameter of the kernel: the address of a
/// buffer, of an image_view, or of the bytes of a value; for local memory whose size the launch gives, its offset from the
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

/// How the channels of a plane are stored. A plane is an image whose pixels in level 0 the code reads and writes itself: one of
/// the shape image_2d or image_2d_depth, with less than 2^31 bytes.
enum class plane_encoding : uint32_t {
    none,        ///< no plane, or another encoding: functions of the backend access the image
    float_32,    ///< 1 to 4 channels
    float_16,    ///< 1 to 4 channels
    integer_32,  ///< 1 to 4 channels, signed or unsigned
    unorm_8,     ///< 4 channels
};

/// What a kernel gets for an image.
struct image_view {
    const void* image;  ///< the backend's object, for its functions
    std::byte* pixels;  ///< of level 0, row by row without gaps
    uint32_t width;     ///< of level 0
    uint32_t height;    ///< of level 0; 1 for images of one dimension
    uint32_t depth;     ///< of level 0; 1 for images of one or two dimensions
    plane_encoding encoding;
    uint32_t channels;  ///< the number of channels of a pixel
};

struct kernel_needs {
    uint64_t local_bytes;    ///< local memory of a group, without that whose size the launch gives; a multiple of 64
    uint64_t context_bytes;  ///< memory for each work-item in which values survive a barrier; a multiple of 64
};

/// How many instructions the lanes of vectors have executed in all launches. All threads add to it, by atomic additions.
struct lane_counts {
    uint64_t at_work;  ///< by lanes that a mask does not switch off
    uint64_t all;      ///< what all lanes could have executed meanwhile; a work-item that runs by itself uses one lane
};

/// The number of work-items of a sub-group.
inline constexpr uint32_t sub_group_size = 8;

}  // namespace ingot::archive::cpu
