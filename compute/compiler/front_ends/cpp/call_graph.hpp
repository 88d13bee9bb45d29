// Checks all functions that kernels call for operations that a device cannot execute.
#pragma once

#include <clang/AST/ASTContext.h>

#include <set>
#include <span>
#include <string>

#include "../clang/reporter.hpp"
#include "kernel_signatures.hpp"

namespace ingot::compiler {

/// Follows all calls from the kernels and reports each violation of a device rule (device_rules.hpp) at a line of the user's
/// code. Functions that no kernel calls are not checked. Sets `uses_barrier` in the reflection of each kernel, and
/// `can_fail` in its description. Returns the names for device_module::library_functions.
std::set<std::string> check_called_functions(std::span<found_kernel> kernels, clang::ASTContext& context, const reporter& errors);

}  // namespace ingot::compiler
