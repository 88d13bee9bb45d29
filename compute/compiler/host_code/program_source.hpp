// The source that puts a kernel file into a program: with its archive, and for the CPU debug device.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "generated_header.hpp"

namespace ingot::compiler {

/// A kernel that the build's own compiler compiles.
struct host_entry {
    std::string kernel;    ///< its symbol
    std::string function;  ///< the C++ expression of a `void (*)(const void* const* arguments)` that runs it for a work-item
};

/// `kernels` is C++ text that stands in front of all else and makes the entries' functions known. Where there is none, as for
/// kernels in another language, the CPU debug device refuses the program's kernels.
std::string generate_program_source(const program_names& names, std::string_view kernels, std::span<const host_entry> entries);

}  // namespace ingot::compiler
