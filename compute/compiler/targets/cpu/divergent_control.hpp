// Where neighbouring work-items take different ways through a region.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler::cpu {

/// The parts of a function in which only some of the lanes may be active: the blocks between a divergent branch, which lanes take
/// differently, and the block where they meet again, which is the post-dominator of the branch. The function must have one block
/// that returns, loops with one latch and one preheader each, and phis for all values that leave a loop (LCSSA).
class divergent_control {
public:
    explicit divergent_control(llvm::Function& function) : dominators(function), post_dominators(function), loops(dominators) {}

    /// Adds a divergent branch. Returns whether it is new.
    bool add(llvm::BranchInst& branch);
    bool is_empty() const { return branches_.empty(); }
    bool is_divergent(const llvm::Instruction* terminator) const { return branches_.contains(terminator); }
    /// Returns whether only some of the lanes may be active in a block.
    bool is_partial(const llvm::BasicBlock* block) const { return partial_.contains(block); }
    /// Returns whether lanes may leave the loop at different times.
    bool is_left_at_different_times(const llvm::Loop* loop) const { return divergent_loops_.contains(loop); }
    /// Returns whether an edge leaves a loop at different times for different lanes.
    bool leaves_divergent_loop(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;
    /// Returns whether lanes that come on different ways, or at different times, meet in the phi.
    bool joins_lanes(const llvm::PHINode& phi) const;
    /// Returns whether masks can replace all divergent branches.
    bool can_be_masked() const;

    llvm::DominatorTree dominators;
    llvm::PostDominatorTree post_dominators;
    llvm::LoopInfo loops;

private:
    llvm::SmallPtrSet<const llvm::Instruction*, 16> branches_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 32> partial_;
    llvm::SmallPtrSet<const llvm::Loop*, 8> divergent_loops_;
    bool meets_always_ = true;  // every divergent branch has a post-dominator
};

}  // namespace ingot::compiler::cpu
