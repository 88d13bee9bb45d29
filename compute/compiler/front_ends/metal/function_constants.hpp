// Function constants (MSL 3.0, section 5.8): `constant int n [[function_constant(0)]];`. Metal's host gives their values when it
// makes a pipeline. Here they are arguments of each kernel that uses them, after its own arguments.
#pragma once

#include <clang/AST/ASTContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <span>
#include <string>
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

/// Is the variable a constant at program scope whose value is computed from a function constant (section 5.8.1)?
bool is_computed_from_function_constant(const clang::VarDecl& variable);

/// What a kernel, and the functions that it calls, use.
struct used_constants {
    std::vector<const specialised_constant*> specialised;  ///< in the order of the file's constants
    std::vector<std::string> computed;                     ///< the symbols of computed constants, in the order of the file
};
used_constants constants_used_by(const clang::FunctionDecl& kernel, const std::vector<specialised_constant>& all);

/// The place of a function constant among a kernel's arguments.
struct passed_constant {
    std::string symbol;
    unsigned argument = 0;
};
/// The constants of a kernel.
struct kernel_constants {
    std::string entry;  ///< the name of the kernel's entry
    std::vector<passed_constant> passed;
    std::vector<std::string> computed;
};

/// Replaces the constants by arguments. Function constants are undefined variables of the module. Each function that uses one
/// gets a further parameter: a table of pointers to the values, which the kernel's entry fills. It also computes the values of
/// the constants that depend on function constants.
void pass_function_constants(llvm::Module& module, std::span<const kernel_constants> kernels);

}  // namespace ingot::compiler::metal
