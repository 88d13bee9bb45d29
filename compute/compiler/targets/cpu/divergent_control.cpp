#include "divergent_control.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>

namespace ingot::compiler::cpu {

bool divergent_control::add(llvm::BranchInst& branch) {
    if (!branches_.insert(&branch).second) return false;
    const auto* node = post_dominators.getNode(branch.getParent());
    const auto next_meeting = [&](const llvm::Loop* outside_of) {
        do node = node ? node->getIDom() : nullptr;
        while (node && node->getBlock() && outside_of && outside_of->contains(node->getBlock()));
        return node ? node->getBlock() : nullptr;
    };
    const llvm::BasicBlock* meeting = next_meeting(nullptr);
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> region;
    while (meeting) {
        region.clear();
        llvm::SmallVector<llvm::BasicBlock*> open(llvm::successors(&branch));
        while (!open.empty()) {
            llvm::BasicBlock* const block = open.pop_back_val();
            if (block != meeting && region.insert(block).second) open.append(llvm::succ_begin(block), llvm::succ_end(block));
        }
        // If lanes meet again only in a later iteration of a loop, they are together again only after the loop.
        const llvm::Loop* repeated = nullptr;
        for (const llvm::Loop* loop = loops.getLoopFor(branch.getParent()); loop; loop = loop->getParentLoop())
            if (region.contains(loop->getHeader()) && loop->contains(meeting)) repeated = loop;
        if (!repeated) break;
        meeting = next_meeting(repeated);
    }
    if (!meeting) {
        meets_always_ = false;
        return true;
    }
    partial_.insert(region.begin(), region.end());
    for (const llvm::Loop* loop = loops.getLoopFor(branch.getParent()); loop && !loop->contains(meeting);
         loop = loop->getParentLoop())
        divergent_loops_.insert(loop);
    return true;
}

bool divergent_control::leaves_divergent_loop(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
    for (const llvm::Loop* loop = loops.getLoopFor(from); loop && !loop->contains(to); loop = loop->getParentLoop())
        if (divergent_loops_.contains(loop)) return true;
    return false;
}

bool divergent_control::joins_lanes(const llvm::PHINode& phi) const {
    const llvm::BasicBlock* const block = phi.getParent();
    const auto is_touched = [&](const llvm::BasicBlock* before) {
        return is_partial(before) || is_divergent(before->getTerminator());
    };
    if (!is_partial(block) && llvm::none_of(phi.blocks(), is_touched)) return false;
    // The lanes that are active in a loop go round it together.
    if (loops.isLoopHeader(block)) return false;
    const auto leaves = [&](const llvm::BasicBlock* before) { return leaves_divergent_loop(before, block); };
    if (llvm::any_of(phi.blocks(), leaves)) return true;
    return phi.getNumIncomingValues() > 1 && !llvm::all_equal(phi.incoming_values());
}

bool divergent_control::can_be_masked() const {
    if (!meets_always_) return false;
    const llvm::Function& function = *dominators.getRoot()->getParent();
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) return false;
    for (const llvm::BasicBlock& block : function) {
        const llvm::Instruction* const terminator = block.getTerminator();
        const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(terminator);
        if (!branch && !llvm::isa<llvm::ReturnInst>(terminator)) return false;
        if (branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1)) return false;
        if (!branch && is_partial(&block)) return false;
    }
    for (const llvm::Loop* const loop : loops.getLoopsInPreorder()) {
        if (!loop->isLoopSimplifyForm()) return false;
        // If only a part of the lanes runs a loop, that is so for all of it.
        if (is_partial(loop->getHeader()) &&
            !llvm::all_of(loop->blocks(), [&](const llvm::BasicBlock* block) { return is_partial(block); }))
            return false;
    }
    return true;
}

}  // namespace ingot::compiler::cpu
