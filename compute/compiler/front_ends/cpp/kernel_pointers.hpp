// Generates C++ constants that point to the kernels of a kernel file. ingotc appends this text to the kernel file.
#pragma once

#include <span>
#include <string>

#include "../../host_code/kernel_description.hpp"

namespace ingot::compiler {

/// Returns the name of the constant that points to the kernel.
std::string kernel_pointer(const kernel_description& kernel);

/// Returns the definitions of these constants. They must follow the kernel file directly, before any other header is
/// included. A header may declare a function with the name of a kernel, as <unistd.h> declares `write`, and would make
/// the kernel's name ambiguous.
std::string kernel_pointers(std::span<const kernel_description> kernels);

}  // namespace ingot::compiler
