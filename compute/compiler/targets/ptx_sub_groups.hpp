// OpenCL's sub-group functions by PTX's warps.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler {

/// Gives a body to each sub-group function that the module declares.
void define_sub_group_functions(llvm::Module& module);

}  // namespace ingot::compiler
