// Finds the kernels of a file and reads what the host must know of them from their signatures.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <vector>

#include "../../host_code/kernel_description.hpp"
#include "host_types.hpp"
#include "reporter.hpp"

namespace ingot::compiler {

struct found_kernel {
    const clang::FunctionDecl* function = nullptr;
    kernel_description description;
};

/// All kernels in the file's order, of a kernel template its instances. What is wrong with a signature, or that there is none, is
/// reported.
std::vector<found_kernel> find_kernels(clang::ASTContext& context, host_types& types, const reporter& errors);

}  // namespace ingot::compiler
