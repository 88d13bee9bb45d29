// Accesses of whole structs become accesses of their fields, which have forms for vectors.
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

/// Copies small structs number by number. From
///   call void @llvm.memcpy(ptr align 16 %p, ptr align 16 %q, i64 16, i1 false)
/// it makes four loads of i32 and four stores.
void split_struct_copies(llvm::Function& function);

}  // namespace ingot::compiler::cpu
