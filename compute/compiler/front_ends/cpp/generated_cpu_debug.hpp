// Generates the C++ source that the host program compiles for a C++ kernel file. The source contains the kernels for the
// CPU debug device, and declares the archive of the kernels, which is embedded in the program.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "../../host_code/generated_header.hpp"

namespace ingot::compiler {

/// Returns the source. It includes the kernel file, so that the host's compiler compiles the kernels, and contains a list
/// of the functions that run the kernels. The author's macros are undefined after the kernel file.
std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels, std::span<const std::string> author_macros);

}  // namespace ingot::compiler
