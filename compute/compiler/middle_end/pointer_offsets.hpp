// Pointers as a base and an offset in bytes. An offset, unlike a pointer, can be stored in memory on every device:
// turn_recursion_into_loops uses this for pointers that change from level to level.
//   %q = getelementptr i32, ptr %base, i64 3
// has the base %base and the offset 12.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Value.h>

namespace ingot::compiler {

/// Returns the base of a pointer, from which getelementptr, phi and select compute the pointer: an argument, a
/// variable, or the result of a load or call. Returns null if the pointer may come from several bases. Values undef and
/// poison are ignored.
llvm::Value* base_of(llvm::Value* pointer);

/// Creates instructions that compute the offsets of pointers from their bases, as 64-bit integers. Each offset is
/// computed once, next to its pointer.
class pointer_offsets {
public:
    /// Returns the offset of a pointer. The pointer must have a base: base_of(pointer) is not null.
    llvm::Value* offset_of(llvm::Value* pointer);

private:
    llvm::DenseMap<llvm::Value*, llvm::Value*> offsets_;
};

/// Replaces each pointer whose base is an argument or a variable: at each use the pointer is computed again from its base
/// and its offset. After this, values that are used in other blocks are offsets, not pointers.
void rebuild_pointers_at_uses(llvm::Function& function, pointer_offsets& offsets);

}  // namespace ingot::compiler
