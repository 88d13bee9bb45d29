// Builds the invocation of Clang, with the options that the front ends share.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// Does Clang's driver print its errors and warnings?
enum class messages { on, off };

/// Returns the invocation of Clang as a C++20 compiler for the build machine that generates code for a device. `own` are the
/// front end's options, and `system_folders` the folders of its headers. Returns null if an option is invalid; if `printed` is
/// on, Clang's driver has then printed the error.
std::shared_ptr<clang::CompilerInvocation> create_clang_invocation(const source_options& options,
                                                                   std::span<const std::string> own,
                                                                   std::span<const std::string> system_folders, messages printed);

}  // namespace ingot::compiler
