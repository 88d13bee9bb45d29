// The device functions of sub-groups by PTX's warps.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Gives a body to each sub-group function that the module declares.
void define_sub_group_functions(llvm::Module& module);

}  // namespace ingot::compiler::ptx
