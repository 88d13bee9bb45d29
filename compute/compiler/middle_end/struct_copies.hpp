// Structs that functions pass by value.
#pragma once

#include <llvm/IR/Function.h>

namespace ingot::compiler {

/// Returns whether only direct calls use the function, so that its parameters can be changed.
bool is_only_called(const llvm::Function& function);

/// Replaces each parameter for a struct that is passed by value (byval) by a plain pointer: the function then copies the
/// struct to a variable of its own. A parameter through which a struct is returned (sret) becomes a plain pointer too.
void pass_structs_by_pointer(llvm::Function& function);

}  // namespace ingot::compiler
