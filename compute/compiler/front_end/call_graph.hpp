// Everything that kernels call, and what of it a device cannot do.
#pragma once

#include <clang/AST/ASTContext.h>

#include <span>

#include "kernel_signatures.hpp"
#include "reporter.hpp"

namespace ingot::compiler {

/// Follows all calls from the kernels and reports what breaks a rule of devices, each at the user's own line. Code that no kernel
/// reaches may do anything.
void check_reachable(std::span<const found_kernel> kernels, clang::ASTContext& context, const reporter& errors);

}  // namespace ingot::compiler
