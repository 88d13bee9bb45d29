// Atomic instructions of all kinds, as the passes that lower them look at them.
#pragma once

#include <llvm/IR/Module.h>

#include <functional>

namespace ingot::compiler {

inline constexpr unsigned global_address_space = 1;
inline constexpr unsigned local_address_space = 3;

/// Of an atomic load, store, update or exchange.
const llvm::Value* atomic_pointer(const llvm::Instruction& instruction);

/// Is it of 32 or 64 bits? Those of other widths stay as they are, and are reported.
bool has_device_width(const llvm::Instruction& instruction);

/// Calls `lower` with each fence, and with each atomic instruction of a device's width on global or local memory. It may replace
/// the instruction. Returns whether there was any.
bool for_each_device_atomic(llvm::Module& module, const std::function<void(llvm::Instruction&)>& lower);

}  // namespace ingot::compiler
