// The source that puts a kernel file into a program: for the CPU debug device, and with its archive.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "../../host_code/generated_header.hpp"

namespace ingot::compiler {

std::string generate_cpu_debug(const program_names& names, const std::filesystem::path& kernel_file,
                               std::span<const kernel_description> kernels);

}  // namespace ingot::compiler
