// Arithmetic in as few bits as it needs. A vector has room for twice as many numbers of 32 bits as of 64, and processors multiply
// the former faster.
#pragma once

#include <llvm/IR/Function.h>

namespace ingot::compiler::cpu {

/// Stores the fields of a struct that is packed into one number by themselves. Clang returns small structs as numbers. From
///   %high = shl i64 %b, 32
///   %both = or disjoint i64 %high, %a     ; %a has at most 32 bits
///   store i64 %both, ptr %p
/// it makes
///   store i32 (trunc %a), ptr %p
///   store i32 (trunc %b), ptr (%p + 4)
void split_packed_stores(llvm::Function& function);

/// Computes numbers of 64 bits of which only the low 32 bits matter in 32 bits.
void narrow_integers(llvm::Function& function);

}  // namespace ingot::compiler::cpu
