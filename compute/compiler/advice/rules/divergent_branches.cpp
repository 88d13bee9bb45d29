// TALK-34: work-items of one sub-group take both sides of a branch with large sides, so that the device runs both.
#include <fmt/format.h>

#include <algorithm>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr size_t least_instructions = 100;  // of each side, for a remark
constexpr size_t least_part = 3;  // a side with less than a third of the instructions of the other costs little beside it

// Returns the number of instructions that run only if the branch takes this side.
size_t instructions_of_side(const llvm::BasicBlock& side, llvm::DominatorTree& dominators) {
    if (!side.getSinglePredecessor()) return 0;
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    dominators.getDescendants(const_cast<llvm::BasicBlock*>(&side), blocks);
    size_t count = 0;
    for (const llvm::BasicBlock* const block : blocks) count += block->sizeWithoutDebug();
    return count;
}

}  // namespace

void find_divergent_branches(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::BasicBlock& block : kernel.function()) {
        const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        if (!branch || !branch->isConditional() || kernel.is_uniform(*branch->getCondition())) continue;
        if (!kernel.is_authors(*branch)) continue;
        // The end of a loop is no choice between two sides.
        if (const llvm::Loop* const loop = kernel.loops().getLoopFor(&block); loop && loop->isLoopExiting(&block)) continue;
        // A condition on data that neighbours read from different places: nobody knows how they are distributed.
        const auto is_read = [&](const llvm::Value& value) {
            return llvm::isa<llvm::LoadInst>(value) && !kernel.is_uniform(value);
        };
        if (!kernel.derives_from(*branch->getCondition(), is_read, false)) continue;
        const size_t first = instructions_of_side(*branch->getSuccessor(0), kernel.dominators());
        const size_t second = instructions_of_side(*branch->getSuccessor(1), kernel.dominators());
        if (std::min(first, second) < std::max(least_instructions, std::max(first, second) / least_part)) continue;
        found.add(
            *branch,
            fmt::format(
                "the condition depends on data of the work-item, and both sides are large ({} and {} instructions): where "
                "neighbouring work-items differ, a GPU runs both sides for all of them",
                first, second),
            "sort the work so that neighbouring work-items take the same side, run one kernel for each case, or move what both "
            "sides have in common out of the branch");
    }
}

}  // namespace ingot::compiler::advice
