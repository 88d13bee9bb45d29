// Generates the beginning of the code that ingotc appends to a kernel file: constants that point to the kernels.
#pragma once

#include <span>
#include <string>

#include "../../host_code/kernel_description.hpp"

namespace ingot::compiler {

/// Returns the name of the constant that points to the kernel.
std::string kernel_pointer(const kernel_description& kernel);

/// Returns the definitions of these constants, after an #undef for the language's word `kernel` and for each of the
/// author's macros. They must follow the kernel file directly, before any other header is included. A header may
/// declare a function with the name of a kernel, as <unistd.h> declares `write`, and would make the kernel's name
/// ambiguous.
std::string kernel_pointers(std::span<const kernel_description> kernels, std::span<const std::string> author_macros);

}  // namespace ingot::compiler
