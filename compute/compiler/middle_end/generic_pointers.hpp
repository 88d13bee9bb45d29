// Helpers for the passes that replace generic pointers by pointers in address spaces.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ingot::compiler {

/// The function that split_mixed_pointers calls for a pointer of which it cannot find the memory.
inline constexpr const char* pointer_of_unknown_memory = "ingot.pointer_of_unknown_memory";

/// Returns whether the value is a pointer without an address space.
bool is_generic_pointer(const llvm::Value* value);

/// Returns whether the operand is the address of the memory that an instruction accesses: a load, a store or an atomic
/// operation.
bool is_accessed_address(const llvm::Use& operand);

/// Passes another pointer to an intrinsic, and makes the call one of the intrinsic for the pointer's type. Returns
/// false, without a change, if there is none.
bool change_pointer_argument(llvm::IntrinsicInst& call, unsigned index, llvm::Value* pointer);

/// Erases those of the instructions that only other erased instructions use. Returns whether there was one.
bool erase_unused(llvm::SmallSetVector<llvm::Instruction*, 16> instructions);

}  // namespace ingot::compiler
