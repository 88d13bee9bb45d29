// Names for pointers to kernels, in C++ text that ingotc writes behind a kernel file.
#pragma once

#include <span>
#include <string>

#include "../../host_code/kernel_description.hpp"

namespace ingot::compiler {

/// The name of a constant that points to the kernel.
std::string kernel_pointer(const kernel_description& kernel);

/// Their definitions. They stand right behind the file, before any other header: one of those may declare functions of the same
/// names, as <unistd.h> does `write`, and then a kernel's name alone would say no more which is meant.
std::string kernel_pointers(std::span<const kernel_description> kernels);

}  // namespace ingot::compiler
