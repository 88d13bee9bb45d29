// OpenCL's work-item functions and barrier by PTX's special registers.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler {

/// Gives a body to each of get_global_id … and barrier that the module declares.
void define_work_item_functions(llvm::Module& module);

}  // namespace ingot::compiler
