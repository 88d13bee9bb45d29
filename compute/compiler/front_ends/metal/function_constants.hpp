// Function constants (MSL 3.0, section 5.8): `constant int n [[function_constant(0)]];`. Metal's host gives their values when it
// makes a pipeline. Here they are arguments of each kernel that uses them, after its own arguments.
#pragma once

#include <clang/AST/ASTContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../clang/reporter.hpp"

namespace ingot::compiler::metal {

/// A function constant of a file.
struct specialised_constant {
    const clang::VarDecl* variable = nullptr;
    uint32_t index = 0;  ///< of [[function_constant(index)]]
    std::string symbol;  ///< the variable's name in LLVM IR
};

/// Returns the function constants of the file, by their indices. Reports those that the specification forbids.
std::vector<specialised_constant> find_function_constants(clang::ASTContext& context, const reporter& errors);

/// Returns the constants that a kernel, or a function that it calls, uses, in the order of `all`.
std::vector<const specialised_constant*> constants_used_by(const clang::FunctionDecl& kernel,
                                                           const std::vector<specialised_constant>& all);

/// The place of a function constant among a kernel's arguments.
struct passed_constant {
    std::string symbol;
    unsigned argument = 0;
};
/// The constants of a kernel, by the name of its entry.
using passed_constants = std::vector<std::pair<std::string, std::vector<passed_constant>>>;

/// Replaces the constants, which are undefined variables of the module, by arguments. Each function that uses one gets a further
/// parameter: a table of pointers to the values, which the kernel's entry fills.
void pass_function_constants(llvm::Module& module, const passed_constants& kernels);

}  // namespace ingot::compiler::metal
