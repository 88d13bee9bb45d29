// The header that a host program includes: a program class with a typed launcher for each kernel.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernel_description.hpp"

namespace ingot::compiler {

/// What generated files are named after. For effects/blur.kernels.cpp: program "blur", archive "blur_kernels".
struct program_names {
    std::string file;     ///< "blur.kernels.cpp"
    std::string program;  ///< the classes and variables in generated code begin with it
    std::string archive;  ///< the end of the symbols around the embedded archive
};
program_names names_of(const std::string& kernel_file);

/// Why two of the names in the header would be the same, or nothing.
std::string find_clash(const program_names& names, std::span<const kernel_description> kernels);

std::string generate_header(const program_names& names, std::span<const kernel_description> kernels,
                            std::span<const std::string> includes);

}  // namespace ingot::compiler
