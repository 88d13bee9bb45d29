// Helpers for the passes that replace generic pointers by pointers in address spaces.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ingot::compiler {

/// The name of a function without a body. split_mixed_pointers replaces a pointer whose memory it cannot find by a call of
/// this function, and diagnose_unsupported reports the uses of the result.
inline constexpr const char* pointer_of_unknown_memory = "ingot.pointer_of_unknown_memory";

/// The device function that makes a pointer to a variable of the work-item from a number (convert_numbers_to_pointers).
inline constexpr const char* pointer_to_private = "ingot_device_pointer_to_private";

/// Returns whether the value is a generic pointer: a pointer in address space 0.
bool is_generic_pointer(const llvm::Value* value);

/// Returns whether the operand is the address of the memory that an instruction accesses: a load, a store or an atomic
/// operation.
bool is_accessed_address(const llvm::Use& operand);

/// Passes another pointer to an intrinsic, and replaces the callee by the intrinsic's overload for the type of this
/// pointer. Returns false and changes nothing if there is no such overload.
bool change_pointer_argument(llvm::IntrinsicInst& call, unsigned index, llvm::Value* pointer);

/// Erases each of the instructions that has no side effects and is used only by other erased instructions. Returns whether
/// it erased any.
bool erase_unused(llvm::SmallSetVector<llvm::Instruction*, 16> instructions);

}  // namespace ingot::compiler
