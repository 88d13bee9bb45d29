// The frames of a recursion that becomes a loop: memory for the values that each level still needs after its recursive
// call.
//
// While a level waits for its recursive call, deeper levels run the same instructions and overwrite its values. In
//   %rest = call i32 @sum(i32 %less)
//   %all = mul i32 %rest, %n
// the value %n lives across the call. Such a value gets a slot in the frame: a variable with the value of the level
// that runs, and an array with one element for each level that waits. For four levels that wait, the slot of %n is
//   %current = alloca i32
//   %saved = alloca [4 x i32]
// The frame of a level also holds the number of the recursive call for which the level waits, so that the loop can
// continue there.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace ingot::compiler {

/// The name of the metadata of arrays that the author did not write: they hold the frames of a recursion.
inline constexpr llvm::StringLiteral recursion_array = "ingot.recursion_array";

/// The most memory that the frames of one work-item may need, in bytes.
inline constexpr uint64_t greatest_frame_bytes = 32'768;

/// The attribute of a recursive function that stays a function because its frames need more: their size in bytes.
inline constexpr llvm::StringLiteral frame_bytes_attribute = "ingot-frame-bytes";

/// The frames of all levels of one loop function. Call replicate_variables(), find_live_values() and allocate() in this
/// order, then save() and restore() for each recursive call.
class recursion_frames {
public:
    /// Prepares frames for `max_depth` levels that wait. `entry_branch` ends the first block of the function, which runs
    /// once, and jumps to the header of the loop. `level` is the variable that holds the number of the level that runs; the
    /// first level has the number 0.
    recursion_frames(llvm::BranchInst& entry_branch, llvm::AllocaInst& level, uint64_t max_depth);

    /// Replaces each variable of the function (an alloca) by an array with one element for each level, also the one that
    /// runs. A variable whose lifetime includes none of the recursive `calls` holds nothing while a level waits, and stays one
    /// variable for all levels; for example, the array of an inlined sort that ends before the call. Returns false if a variable
    /// has no constant size or is not allocated in the header.
    bool replicate_variables(llvm::ArrayRef<llvm::CallInst*> calls);

    /// Finds the values that live across the calls. Each call must be the last instruction of its block before the
    /// branch. Returns false if variables and values of all levels need more than greatest_frame_bytes.
    bool find_live_values(llvm::ArrayRef<llvm::CallInst*> calls);

    /// Returns the size of the variables and of the live values of all levels that were found so far.
    uint64_t bytes() const { return bytes_; }

    /// Creates the slots of all live values. The definition of a live value then stores it in `slot::current`, and its uses
    /// load it from there.
    void allocate();

    /// Copies the values that live across `call` from the variables to the frame of level number `level`.
    void save(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::Value* level);
    /// Copies the values that live across `call` from the frame of level number `level` back to the variables.
    void restore(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::Value* level);

    /// Stores the number of the call for which level number `level` waits.
    void store_continuation(llvm::IRBuilder<>& builder, uint64_t number, llvm::Value* level);
    /// Loads the number of the call for which level number `level` waits.
    llvm::Value* load_continuation(llvm::IRBuilder<>& builder, llvm::Value* level);

private:
    struct slot {
        llvm::AllocaInst* current = nullptr;  // the value of the level that runs
        llvm::AllocaInst* saved = nullptr;    // the values of the levels that wait
    };

    llvm::AllocaInst* create_array(llvm::Type* type, uint64_t count);

    llvm::Function& function_;
    llvm::BranchInst& entry_branch_;
    llvm::AllocaInst& level_;
    uint64_t max_depth_;
    llvm::IntegerType* integer_;
    uint64_t bytes_ = 0;
    llvm::SetVector<llvm::Instruction*> live_values_;
    llvm::DenseMap<llvm::CallInst*, llvm::SmallVector<llvm::Instruction*>> live_across_call_;
    llvm::DenseMap<llvm::Instruction*, slot> slots_;
    llvm::AllocaInst* continuations_ = nullptr;
};

}  // namespace ingot::compiler
