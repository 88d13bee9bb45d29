// Generates the C++ source that the host program compiles for a kernel file. The source declares the archive of the
// kernels, which is embedded in the program. If the kernel file is C++, the source also contains the kernels themselves,
// for the CPU debug device.
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

/// Returns the C++ source. `kernels` is C++ text that declares what the expressions in `entries` use; it comes first in
/// the source. A kernel file in a language other than C++ has no entries: the CPU debug device then cannot run its
/// kernels, and reports an error.
std::string generate_program_source(const program_names& names, std::string_view kernels, std::span<const host_entry> entries);

}  // namespace ingot::compiler
