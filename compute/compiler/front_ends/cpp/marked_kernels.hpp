// What of a file is marked as a kernel, and which instances of kernel templates it lists.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <vector>

#include "reporter.hpp"

namespace ingot::compiler {

/// An instance that an alias of ingot::instances<…> names.
struct listed_instance {
    const clang::FunctionDecl* function = nullptr;
    clang::SourceLocation listed_at;  ///< the alias
};

/// A function or a function template behind the word `kernel`.
struct marked_kernel {
    const clang::FunctionDecl* function = nullptr;  ///< of a template what it is made from: no instance
    bool is_template = false;
    std::vector<listed_instance> instances;  ///< of a template, as they are listed
};

bool is_marked(const clang::FunctionDecl& function);

/// All of them in the file's order. Of the templates in headers only those that have instances: a header may serve several kernel
/// files. Reports what is wrong with a list, names that are there twice, and that there is no kernel.
std::vector<marked_kernel> find_marked_kernels(clang::ASTContext& context, const reporter& errors);

}  // namespace ingot::compiler
