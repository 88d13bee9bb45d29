// TALK-34: work-items of one sub-group take both sides of a branch with large sides, so that the device runs both.
#include <fmt/format.h>

#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr size_t least_instructions = 60;  // of each side, for a remark

// Returns the number of instructions from the block to the end of the branch, where the sides join.
size_t instructions_until(const llvm::BasicBlock* first, const llvm::BasicBlock* end) {
    std::set<const llvm::BasicBlock*> known {end};
    std::vector<const llvm::BasicBlock*> work {first};
    size_t count = 0;
    while (!work.empty()) {
        const llvm::BasicBlock* const block = work.back();
        work.pop_back();
        if (!known.insert(block).second) continue;
        count += block->sizeWithoutDebug();
        for (const llvm::BasicBlock* const next : llvm::successors(block)) work.push_back(next);
    }
    return count;
}

}  // namespace

void find_divergent_branches(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::BasicBlock& block : kernel.function()) {
        const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        if (!branch || !branch->isConditional() || kernel.is_uniform(*branch->getCondition())) continue;
        // The end of a loop is no choice between two sides.
        if (const llvm::Loop* const loop = kernel.loops().getLoopFor(&block); loop && loop->isLoopExiting(&block)) continue;
        const auto* const node = kernel.post_dominators().getNode(&block);
        const llvm::BasicBlock* const join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
        if (!join) continue;
        // A condition on data that neighbours read from different places: nobody knows how they are distributed.
        const auto is_read = [&](const llvm::Value& value) {
            return llvm::isa<llvm::LoadInst>(value) && !kernel.is_uniform(value);
        };
        if (!kernel.derives_from(*branch->getCondition(), is_read)) continue;
        const size_t first = instructions_until(branch->getSuccessor(0), join);
        const size_t second = instructions_until(branch->getSuccessor(1), join);
        if (std::min(first, second) < least_instructions) continue;
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
