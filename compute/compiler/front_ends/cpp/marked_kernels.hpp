// Finds the functions that are marked with the word `kernel`, and the listed instances of kernel templates.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <vector>

#include "../clang/reporter.hpp"

namespace ingot::compiler {

/// An instance of a kernel template, listed in an alias: `using blurs = instances<blur<3>, blur<5>>;`.
struct listed_instance {
    const clang::FunctionDecl* function = nullptr;
    clang::SourceLocation location;  ///< the alias
};

/// A function or a function template that is marked with the word `kernel`.
struct marked_kernel {
    const clang::FunctionDecl* function = nullptr;  ///< for a template: the function in its declaration, not an instance
    bool is_template = false;
    std::vector<listed_instance> instances;  ///< the instances of a template, in the order of the lists
};

/// Is the function marked with the word `kernel`?
bool is_marked(const clang::FunctionDecl& function);

/// Returns all marked kernels in the order of the file. A template in a header is left out if it has no listed
/// instances, because several kernel files may share the header. Reports errors in the lists, two kernels with the same
/// name, and a file without kernels.
std::vector<marked_kernel> find_marked_kernels(clang::ASTContext& context, const reporter& errors);

}  // namespace ingot::compiler
