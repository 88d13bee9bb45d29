// The middle end: lowers the module that the front end made with Clang to a module that a target can emit.
#pragma once

#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"

namespace ingot::compiler {

/// Inlines functions into the entries. In very large kernels, large functions stay as kept functions
/// (kept_functions.hpp); recursive functions stay if they cannot become loops. The result does not depend on the target,
/// so one module can serve several targets.
void inline_functions(device_module& unit);

/// Infers the address space of every pointer, lets the target lower device functions and mathematics, and sets the
/// fields of the kernels' reflection that are known only then: `uses_barrier`, `local_memory` and `reads_levels` of
/// images. Call inline_functions() before.
///
/// Afterwards the module has one function for each kernel, with the kernel's symbol as its name, and copies of kept
/// functions. Generic pointers point only to variables of the work-item. Returns an error for each construct that the
/// device does not support; if there is an error, the module must not be used. If the target may leave out kernels, a kernel
/// that it cannot express is no error, but has a `missing_reason` and no function. Throws std::logic_error if LLVM's verifier
/// rejects the module: this is a defect of the compiler.
std::vector<diagnostic> lower_module(device_module& unit);

/// Simplifies the module for analyses of the author's code, such as the advisor's: each kernel has its own signature, pointers
/// have address spaces where they are easy to infer, small loops are unrolled, and device functions are still calls. Assertions
/// are assumed to hold. Such a module cannot be lowered. Call inline_functions() before.
void simplify_for_analysis(device_module& unit);

}  // namespace ingot::compiler
