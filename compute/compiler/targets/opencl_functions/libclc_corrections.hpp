// Corrections of libclc's mathematical functions.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::opencl_functions {

/// Corrects the calls of functions for which libclc 22's build for PTX returns wrong results. Must be called before libclc's
/// functions are defined or linked. With fast math, corrects only sinh and cosh, which could read outside of a table. Each error
/// was found by a comparison with MPFR (docs/mathematics.md).
void correct_libclc(llvm::Module& module, bool fast_math);

}  // namespace ingot::compiler::opencl_functions
