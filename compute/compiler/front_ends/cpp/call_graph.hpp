// Everything that kernels call, and what of it a device cannot do.
#pragma once

#include <clang/AST/ASTContext.h>

#include <span>

#include "kernel_signatures.hpp"
#include "reporter.hpp"

namespace ingot::compiler {

/// Follows all calls from the kernels and reports what breaks a rule of devices, each at the user's own line. Code that no kernel
/// reaches may do anything. Takes note of the kernels that use a barrier.
void check_reachable(std::span<found_kernel> kernels, clang::ASTContext& context, const reporter& errors);

}  // namespace ingot::compiler
