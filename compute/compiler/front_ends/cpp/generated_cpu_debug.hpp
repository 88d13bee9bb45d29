// Generates the C++ source that makes a C++ kernel file a part of a program: the kernels for the CPU debug device, and a
// reference to their archive.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "../../host_code/generated_header.hpp"

namespace ingot::compiler {

/// Returns the source: it includes the kernel file, so that the host's compiler compiles the kernels, and lists their
/// entry functions. The author's macros are undefined after the kernel file.
std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels, std::span<const std::string> author_macros);

}  // namespace ingot::compiler
