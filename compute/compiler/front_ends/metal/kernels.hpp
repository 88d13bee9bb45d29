// Finds the kernels of a Metal file: their names, their arguments and the bindings of these (MSL 3.0, sections 5.1 and 5.2).
#pragma once

#include <clang/AST/ASTContext.h>

#include <string>
#include <vector>

#include "../../host_code/kernel_description.hpp"
#include "../clang/reporter.hpp"
#include "function_constants.hpp"
#include "host_structs.hpp"

namespace ingot::compiler::metal {

/// A kernel, and the text of C++ that calls it.
struct found_kernel {
    const clang::FunctionDecl* function = nullptr;
    kernel_description description;
    /// The types of the function's parameters and the arguments with which the entry calls it. The types are those of C++ with
    /// the same calling convention: every pointer is a void*.
    std::vector<std::string> types;
    std::vector<std::string> arguments;
    /// Statements of the entry that make the structs and arrays of resources among the arguments.
    std::string preparation;
    unsigned groups = 0;        ///< the number of these structs and arrays
    bool has_stage_in = false;  ///< is there an argument with [[stage_in]]?
    std::vector<passed_constant> constants;       ///< the function constants that it uses
    std::vector<std::string> computed_constants;  ///< the symbols of constants that are computed from function constants
};

/// Returns the kernels in the order of the file, and reports what the specification forbids. Errors name its sections.
std::vector<found_kernel> find_kernels(clang::ASTContext& context, host_structs& types, const reporter& errors);

/// Returns the text that defines an entry for each kernel (device_module.hpp).
std::string entry_functions(std::vector<found_kernel>& kernels, clang::ASTContext& context);

}  // namespace ingot::compiler::metal
