// TALK-35: a case of a switch that continues in the next one.
#include <fmt/format.h>

#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr size_t least_repeated = 50;  // of the case that runs twice, for a remark

// Returns the number of instructions from a block to the end of the switch.
size_t instructions_until(const llvm::BasicBlock& first, const llvm::BasicBlock* end) {
    std::set<const llvm::BasicBlock*> known {&first};
    std::vector<const llvm::BasicBlock*> work {&first};
    size_t count = 0;
    while (!work.empty()) {
        const llvm::BasicBlock* const block = work.back();
        work.pop_back();
        count += block->sizeWithoutDebug();
        for (const llvm::BasicBlock* const next : llvm::successors(block))
            if (next != end && known.insert(next).second) work.push_back(next);
    }
    return count;
}

// Does another case continue in this one?
bool is_continued_in(const llvm::SwitchInst& choice, const llvm::BasicBlock& label, const llvm::DominatorTree& dominators) {
    return llvm::any_of(llvm::predecessors(&label), [&](const llvm::BasicBlock* before) {
        return before != choice.getParent() && llvm::any_of(llvm::successors(&choice), [&](const llvm::BasicBlock* other) {
                   return other != &label && other->getSinglePredecessor() == choice.getParent() &&
                          dominators.dominates(other, before);
               });
    });
}

}  // namespace

void find_fall_through(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::BasicBlock& block : kernel.function()) {
        const auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        if (!choice || kernel.is_uniform(*choice->getCondition())) continue;
        // LLVM makes switches of comparisons, too.
        const std::optional<source_location> place = kernel.location_of(*choice);
        if (!place) continue;
        const source_tokens tokens = kernel.tokens_of(*place);
        const std::optional<size_t> index = tokens.at(*place);
        if (!index || !tokens[*index].is("switch")) continue;
        const auto* const node = kernel.post_dominators().getNode(&block);
        const llvm::BasicBlock* const end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
        size_t most = 0;
        for (const llvm::BasicBlock* const label : llvm::successors(choice))
            // What all cases run is the end of the switch.
            if (label != end && is_continued_in(*choice, *label, kernel.dominators()))
                most = std::max(most, instructions_until(*label, end));
        if (most < least_repeated) continue;
        found.add(
            *choice,
            fmt::format(
                "a case continues in the next one, which has {} instructions: work-items that begin in different cases need "
                "not meet before the end of the switch, so that a GPU runs these instructions once for each of them",
                most),
            "end each case by break, and write what several cases have in common behind the switch, with a condition");
    }
}

}  // namespace ingot::compiler::advice
