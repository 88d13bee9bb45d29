#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::ptx {

/// Calls of ingot_device_printf become calls of CUDA's vprintf(format, arguments), whose arguments lie one after the other in
/// memory of the work-item, each aligned to its size (CUDA C++ Programming Guide, formatted output; PTX ABI, vprintf).
void call_vprintf(llvm::Module& module);

}  // namespace ingot::compiler::ptx
