// Kept functions: functions that are not inlined into the kernels. keep_large_functions marks them, and
// specialize_kept_functions makes copies of them whose pointers have address spaces.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace ingot::compiler {

/// The attribute of a kept function. Its pointer arguments are generic: they may point to any memory.
inline constexpr llvm::StringLiteral kept_function = "ingot-kept-function";

/// The attribute of a function that is never kept, because its author requires it to be inlined: [[gnu::always_inline]].
inline constexpr llvm::StringLiteral always_inlined = "ingot-always-inlined";

/// The attribute of the copies of kept functions whose pointers have address spaces.
inline constexpr llvm::StringLiteral specialized_function = "ingot-specialized-function";

/// Returns the function with a body that the instruction calls by its name, or null.
llvm::Function* called_definition(const llvm::Instruction& instruction);

/// Returns the kept function that the instruction calls, or null.
llvm::Function* called_kept_function(const llvm::Instruction& instruction);

/// Returns a function and all specialized functions that it calls, directly or through others.
llvm::SmallSetVector<const llvm::Function*, 8> function_and_specialized_callees(const llvm::Function& function);

/// Returns whether a function shares pointers with its callers in another way than by its arguments: it uses a pointer whose
/// memory is unknown (for example a pointer that it loads from memory to which an argument points), it returns a pointer, or
/// it stores a pointer in memory that its callers can access. A number that is computed from a pointer counts as a pointer.
bool shares_pointers(const llvm::Function& function);

/// Inlines the function that the call calls. Returns false, without a change, if LLVM cannot inline the function.
bool inline_call(llvm::CallBase& call);

}  // namespace ingot::compiler
