// Generates the C++ source that makes a kernel file a part of a program: it refers to the kernels' archive, and contains
// the kernels themselves for the CPU debug device.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "generated_header.hpp"

namespace ingot::compiler {

/// A kernel that the host's C++ compiler compiles for the CPU debug device.
struct host_entry {
    std::string kernel;    ///< symbol of the kernel
    std::string function;  ///< C++ expression of type `void (*)(const void* const* arguments)`: runs one work-item
};

/// Returns the C++ source. `kernels` is C++ text that declares the functions of `entries`; it comes first in the
/// source. Without entries, as for kernels in another language, the CPU debug device cannot run the program's kernels
/// and reports an error.
std::string generate_program_source(const program_names& names, std::string_view kernels, std::span<const host_entry> entries);

}  // namespace ingot::compiler
