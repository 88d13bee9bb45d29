// Mathematics in PTX where libclc's needs help.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Takes the device's own instruction where it has one that is exact enough, and corrects libclc's functions. Before the library
/// is linked.
void prepare_mathematics(llvm::Module& module, bool fast_math);

}  // namespace ingot::compiler::ptx
