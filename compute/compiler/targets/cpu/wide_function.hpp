// The wide form of a region while it is made: its instructions so far, and what the values of the region are in it.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "lane_shapes.hpp"

namespace ingot::compiler::cpu {

/// A function that runs several work-items at once, in the lanes of vectors, made block by block. A value of the region that is
/// uniform or affine is a scalar in it, that of the first lane. Any other value is a vector. Where an instruction needs a scalar
/// as a vector, vector() makes it.
class wide_function {
public:
    /// `shapes` are those of the region's values. The blocks are made when create_blocks() is called.
    explicit wide_function(const lane_shapes& shapes);

    const lane_shapes& shapes() const { return shapes_; }
    llvm::Function& region() const { return shapes_.region(); }
    unsigned lanes() const { return shapes_.lanes(); }
    lane_shape shape_of(const llvm::Value* value) const { return shapes_.of(value); }
    bool is_uniform(const llvm::Value* value) const { return shape_of(value).is == lane_shape::kind::uniform; }
    bool is_affine(const llvm::Value* value) const { return shape_of(value).is == lane_shape::kind::affine; }

    /// Creates the function with an empty block for each of the region's blocks, and one before them for what the others need,
    /// such as vectors of the parameters.
    void create_blocks(const llvm::ReversePostOrderTraversal<llvm::Function*>& blocks);
    /// The instructions that follow belong to a block of the region. In it all lanes are active until set_mask() is called.
    void begin(llvm::BasicBlock& block);
    void end(llvm::BasicBlock& block) { ends_[&block] = builder_.GetInsertBlock(); }
    /// Ends the block that is before all others. Returns the function.
    llvm::Function* finish();

    llvm::Function& function() const { return *function_; }
    llvm::IRBuilder<>& builder() { return builder_; }
    /// The region's block that is being made.
    const llvm::BasicBlock* block() const { return block_; }
    llvm::BasicBlock* beginning_of(llvm::BasicBlock* block) const { return blocks_.lookup(block); }
    llvm::BasicBlock* end_of(llvm::BasicBlock* block) const { return ends_.lookup(block); }

    llvm::Type* vector_of(llvm::Type* element) const;
    /// Returns the value of all lanes if it is uniform, otherwise that of the first lane.
    llvm::Value* scalar(llvm::Value* value) const;
    /// Returns the values of all lanes.
    llvm::Value* vector(llvm::Value* value);
    void set_scalar(llvm::Value* value, llvm::Value* made) { scalars_[value] = made; }
    void set_vector(llvm::Value* value, llvm::Value* made) { vectors_[value] = made; }

    /// The active lanes of the rest of the block; null if all are active.
    llvm::Value* mask() const { return mask_; }
    void set_mask(llvm::Value* mask) { mask_ = mask; }
    /// Returns the mask with each lane repeated.
    llvm::Value* mask_for_each(unsigned count);

    /// Creates an array for the whole run of the function.
    llvm::AllocaInst* create_array(llvm::Type* element, uint64_t count, uint64_t align, const char* name) const;
    /// Inserts a copy of an instruction, such as an `alloca`, into the block before all others.
    llvm::Instruction* copy_to_beginning(const llvm::Instruction& instruction) const;
    /// Creates the operation of an instruction with other operands.
    llvm::Value* create_operation(const llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands, llvm::Type* type);

private:
    const lane_shapes& shapes_;
    llvm::IRBuilder<> builder_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* first_ = nullptr;  // before all others
    const llvm::BasicBlock* block_ = nullptr;
    llvm::Value* mask_ = nullptr;
    llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> blocks_;  // by the blocks of the region
    llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> ends_;    // where the wide forms of blocks end
    llvm::DenseMap<llvm::Value*, llvm::Value*> scalars_;           // by the values of the region
    llvm::DenseMap<llvm::Value*, llvm::Value*> vectors_;
};

}  // namespace ingot::compiler::cpu
