// Properties of atomic instructions, for the passes that change such instructions.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>

#include "address_spaces.hpp"

namespace ingot::compiler {

/// Returns the pointer of an atomic load, store, update (atomicrmw) or compare-exchange (cmpxchg).
const llvm::Value* atomic_pointer(const llvm::Instruction& instruction);

/// Returns whether an atomic instruction accesses 32 or 64 bits, for which devices have instructions.
bool has_device_width(const llvm::Instruction& instruction);

/// Returns whether an atomic instruction accesses 8 or 16 bits. widen_atomics replaces these instructions. An instruction
/// that has neither this width nor 32 or 64 bits is reported as an error.
bool has_narrow_width(const llvm::Instruction& instruction);

/// Calls `lower` with each fence, and with each atomic instruction of 32 or 64 bits on global or local memory. `lower`
/// may erase the instruction. Returns whether there was any such instruction.
bool for_each_device_atomic(llvm::Module& module, const std::function<void(llvm::Instruction&)>& lower);

}  // namespace ingot::compiler
