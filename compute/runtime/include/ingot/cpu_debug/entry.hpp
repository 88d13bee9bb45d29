// The tables in which a host program finds its kernels. For each kernel file, ingotc generates a C++ source that contains such
// tables:
//
//     constexpr cpu_debug_entry kernels[] {{"scale", &cpu_debug::run<&scale>}};
//     program_source {"scale.kernels.cpp", archive_bytes, kernels};
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/cpu_debug/run.hpp>
#include <memory>
#include <span>
#include <string_view>

namespace ingot {

/// The function through which the CPU debug device calls a kernel, once for each work-item. `arguments[i]` points to
/// the i-th argument. For a value it points to the value. For a buffer it points to a pointer to the buffer's memory.
/// For an image it points to a pointer to the image object of the CPU debug device (compute/runtime/host_memory/image.hpp).
/// For local memory it points to the size in bytes, a uint64_t.
struct cpu_debug_entry {
    std::string_view name;  ///< the kernel's symbol
    void (*run)(const void* const* arguments) = nullptr;
};

/// A kernel file that is built into the program, or that was compiled or read while the program runs. It consists of the
/// archive, which has the code for other devices, and of the functions that run the same kernels on the CPU debug device.
struct program_source {
    std::string_view name;  ///< the kernel file's name: "nbody.kernels.cpp"
    std::span<const std::byte> archive;
    std::span<const cpu_debug_entry> cpu_debug;
    /// Keeps the code of `cpu_debug` loaded while a copy of this pointer exists. Null if that code is part of the
    /// program, or if `cpu_debug` is empty.
    std::shared_ptr<const void> library {};
    /// Is the kernel file part of this program? False if it was compiled or read while the program runs.
    bool is_built_in = true;
};

/// The table that a shared library with kernels for the CPU debug device exports under the symbol
/// `ingot_cpu_debug_library`.
struct cpu_debug_library {
    uint32_t version = 0;  ///< cpu_debug_library_version of the header that the library was compiled with
    std::span<const cpu_debug_entry> kernels;
};
/// Increased with each change of the structs in this header.
inline constexpr uint32_t cpu_debug_library_version = 2;

}  // namespace ingot
