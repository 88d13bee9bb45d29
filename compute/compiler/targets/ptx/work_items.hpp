// The device functions of work-items, barriers and fences by PTX's special registers and instructions.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Gives a body to each of them that the module declares.
void define_work_item_functions(llvm::Module& module);

}  // namespace ingot::compiler::ptx
