// Arithmetic in as few bits as it needs. A vector has room for twice as many numbers of 32 bits as of 64, and processors multiply
// the former faster.
#pragma once

#include <llvm/IR/Function.h>

namespace ingot::compiler::cpu {

/// Computes numbers of 64 bits of which only the low 32 bits matter in 32 bits.
void narrow_integers(llvm::Function& function);

}  // namespace ingot::compiler::cpu
