// Pointers as a base and a number of bytes: a number can be kept in memory, on every device.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Value.h>

namespace ingot::compiler {

/// What the pointer is computed from by arithmetic and choices: an argument, a variable, the result of a load or call. Null where
/// it may come from several of them. What has no value (undef, poison) does not count.
llvm::Value* base_of(llvm::Value* pointer);

/// Makes the offsets of pointers from their bases, as 64-bit integers; each is made once, where its pointer is made.
class pointer_offsets {
public:
    /// base_of(pointer) is not null.
    llvm::Value* of(llvm::Value* pointer);

private:
    llvm::DenseMap<llvm::Value*, llvm::Value*> made;
};

/// Each pointer of the function that arithmetic or a choice makes of an argument or a local variable is made anew from its base
/// where it is used, so that only numbers live from block to block.
void rebuild_pointers_at_uses(llvm::Function& function, pointer_offsets& offsets);

}  // namespace ingot::compiler
