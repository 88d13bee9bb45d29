// A barrier to which only some of the work-items of a group may come.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <string>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// Does one way of the branch end at once, as that of a failed assertion? Work-items that fail need not come to a barrier.
bool has_failing_way(const llvm::Instruction& branch) {
    return llvm::any_of(llvm::successors(branch.getParent()),
                        [](const llvm::BasicBlock* next) { return llvm::isa<llvm::UnreachableInst>(next->getTerminator()); });
}

// Returns a branch that decides about the block, and that work-items of a group may take differently; null if there is none.
const llvm::Instruction* differing_branch(kernel_analysis& kernel, const llvm::BasicBlock& block) {
    const auto& branches = kernel.controlling_branches(block);
    const auto found = std::ranges::find_if(branches, [&](const llvm::Instruction* branch) {
        return !kernel.is_uniform(*branch->getOperand(0)) && !has_failing_way(*branch);
    });
    return found == branches.end() ? nullptr : *found;
}

}  // namespace

void find_divergent_barriers(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        if (device_call(instruction) != "barrier") continue;
        const llvm::Instruction* const branch = differing_branch(kernel, *instruction.getParent());
        if (!branch) continue;
        const std::optional<source_location> place = kernel.location_of(*branch);
        found.add(
            instruction,
            fmt::format("only some of the work-items of a group may come to this barrier: a condition before it{} can differ "
                        "between them. On many GPUs such a kernel never ends, and on other devices its results are wrong",
                        place ? fmt::format(", at line {},", place->line) : std::string()),
            "let all work-items of the group come to the barrier: put only the work before and after it into the branch");
    }
}

}  // namespace ingot::compiler::advice
