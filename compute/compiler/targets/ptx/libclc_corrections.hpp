// Mathematical functions in PTX: libclc's functions with corrections, and the device's instruction for 1/sqrt.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Replaces rsqrt of float by the device's instruction, and corrects the calls of functions for which libclc 22's build
/// for PTX returns wrong results. Must be called before libclc is linked. With fast math, corrects only sinh and cosh,
/// which could read outside of a table. Each error was found by a comparison with MPFR (docs/mathematics.md).
void prepare_mathematics(llvm::Module& module, bool fast_math);

}  // namespace ingot::compiler::ptx
