// Writes extensions of narrower numbers as such.
#pragma once

#include <llvm/IR/Function.h>

namespace ingot::compiler::cpu {

/// LLVM writes the extension of the lower half of a number, and a multiplication after it, as two shifts. These lose what is
/// known about the lanes of the half. From
///   %high = shl i64 %id, 32
///   %bytes = ashr exact i64 %high, 28
/// it makes
///   %half = trunc i64 %id to i32
///   %wide = sext i32 %half to i64
///   %bytes = shl nsw i64 %wide, 4
void name_extensions(llvm::Function& region);

}  // namespace ingot::compiler::cpu
