#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Where libclc 22's build for PTX gives wrong results, its functions are called in a way that they answer rightly: before it is
/// linked. With fast math, only what would read outside of a table is kept from it. Each correction was found by measuring
/// against MPFR (docs/mathematics.md).
void correct_libclc(llvm::Module& module, bool fast_math);

}  // namespace ingot::compiler::ptx
