// Which values of a function become part of the expression that uses them, instead of variables.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Instructions.h>

#include "../../device_module.hpp"
#include "value_names.hpp"

namespace ingot::compiler::msl {

/// Is the instruction an address, which is written where it is used, each time?
inline bool is_folded(const llvm::Instruction& instruction) { return llvm::isa<llvm::GetElementPtrInst>(instruction); }

/// Returns the instructions that become part of expressions: those with one use that is close and before which nothing changes
/// the memory that they read, and the kernel's inputs. Values with a name of the author's become variables. `kernel` is the
/// function's description, or null for a kept function.
llvm::DenseSet<const llvm::Instruction*> find_inlined_values(llvm::Function& function, const value_names& names,
                                                             const kernel_entry* kernel);

}  // namespace ingot::compiler::msl
