// Checks that a module is valid.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace ingot::compiler {

/// Moves debug records that a pass has left in front of phis behind them: LLVM forbids them there.
void move_records_behind_phis(llvm::Function& function);

/// Throws std::logic_error that begins with `what` if the code of the module is not valid. Debug information that a pass of LLVM
/// has broken is mended, or else removed from the module, as LLVM does when it reads such a module: the code does not depend on
/// it.
void verify_module(llvm::Module& module, const char* what);

}  // namespace ingot::compiler
