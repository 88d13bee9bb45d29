// Structs that functions pass by value.
#pragma once

#include <llvm/IR/Function.h>

namespace ingot::compiler {

/// Returns whether only direct calls use the function, so that its parameters can be changed.
bool is_only_called(const llvm::Function& function);

/// Makes each struct that callers pass by value a pointer to their copy: the function then copies the struct itself. A
/// struct is returned through a plain pointer.
void pass_structs_by_pointer(llvm::Function& function);

}  // namespace ingot::compiler
