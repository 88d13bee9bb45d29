// Finds the kernels of a file and derives their descriptions for the host from their signatures.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <vector>

#include "../../host_code/kernel_description.hpp"
#include "../clang/reporter.hpp"
#include "host_types.hpp"

namespace ingot::compiler {

/// A kernel in the AST and its description.
struct found_kernel {
    const clang::FunctionDecl* function = nullptr;
    kernel_description description;
};

/// Returns all kernels in the order of the file; a kernel template contributes its listed instances. Reports errors in
/// signatures, and a file without kernels.
std::vector<found_kernel> find_kernels(clang::ASTContext& context, host_types& types, const reporter& errors);

}  // namespace ingot::compiler
