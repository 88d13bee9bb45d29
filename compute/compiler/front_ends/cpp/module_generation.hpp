// Generates LLVM IR from a kernel file that has been checked.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// Compiles `source`, the text of the kernel file, with an entry function for each kernel appended. The author's macros
/// end with the text. Warnings are off, because they were printed when the file was parsed. Returns nothing after
/// printing the errors if the compilation fails.
std::optional<device_module> generate_module(const source_options& options, std::string_view source, const target& made_for,
                                             const archive::device_profile& profile, std::span<const kernel_description> kernels,
                                             std::span<const std::string> author_macros);

}  // namespace ingot::compiler
