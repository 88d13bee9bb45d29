// Generates parts of the code that ingotc appends to a kernel file: constants that point to the kernels, and functions that
// call those kernels of which a parameter is a group (a struct or an array of buffers, images and values).
#pragma once

#include <span>
#include <string>

#include "../../host_code/kernel_description.hpp"

namespace ingot::compiler {

/// Returns the name of the constant that points to the kernel.
std::string kernel_pointer(const kernel_description& kernel);

/// Returns an #undef for the language's word `kernel` and for each of the author's macros.
std::string end_of_author_macros(std::span<const std::string> author_macros);

/// Returns an expression for the function that calls the kernel with an array of pointers to the kernel's arguments:
/// `::ingot::cpu_debug::run<ingot_pointer_to_scale>`, or a function that kernel_pointers() defines.
std::string calling_function(const kernel_description& kernel);

/// Returns the definitions of the constants that point to the kernels, and of the functions for kernels with groups. They
/// must follow end_of_author_macros(). They must stand before the first header that can declare a function with the name
/// of a kernel, as <unistd.h> declares `write`: after such a header the kernel's name would be ambiguous.
std::string kernel_pointers(std::span<const kernel_description> kernels);

}  // namespace ingot::compiler
