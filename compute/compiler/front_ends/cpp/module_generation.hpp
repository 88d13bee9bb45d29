// LLVM IR from a kernel file that was checked.
#pragma once

#include <optional>
#include <span>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// Compiles the file with an entry for each kernel behind its text. Warnings were printed when it was checked.
std::optional<device_module> generate_module(const source_options& options, std::string_view source, const target& made_for,
                                             const archive::device_profile& profile, std::span<const kernel_description> kernels);

}  // namespace ingot::compiler
