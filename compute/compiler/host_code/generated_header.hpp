// Generates the header that a host program includes. The header defines a program class with a typed launcher for each
// kernel:
//
//     blur_program program(device);
//     queue.run(program.blur, ingot::range(width, height), source, destination);

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_description.hpp"

namespace ingot::compiler {

/// Names in generated code. For effects/blur.kernels.cpp the program is "blur" and the archive "blur_kernels".
struct program_names {
    std::string file;     ///< "blur.kernels.cpp"
    std::string program;  ///< prefix of the classes and variables in generated code
    std::string archive;  ///< suffix of the symbols at the beginning and the end of the embedded archive
};

/// Returns the names for the kernel file at this path.
program_names program_names_of(const std::string& kernel_file);

/// Returns an error message if the header would declare a name twice, otherwise an empty string.
std::string find_name_clash(const program_names& names, std::span<const kernel_description> kernels);

/// Returns the text of the header. `includes` are the headers that declare the types of the kernels' parameters, each as
/// written after #include: "<ingot/language/vector.hpp>". `declarations` is C++ text that declares further types.
std::string generate_header(const program_names& names, std::span<const kernel_description> kernels,
                            std::span<const std::string> includes, std::string_view declarations = {});

}  // namespace ingot::compiler
