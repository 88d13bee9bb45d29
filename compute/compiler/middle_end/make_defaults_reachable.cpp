// Gives each switch a default that can be reached. If LLVM knows that one of the cases of a switch always applies, the default
// is unreachable:
//   switch i32 %kind, label %never [ i32 0, label %a  i32 1, label %b  i32 2, label %b ]
// never:
//   unreachable
// becomes
//   switch i32 %kind, label %b [ i32 0, label %a ]
//
// With the block %never, code after the switch does not post-dominate the switch. PoCL (seen in release 3.1) concludes
// that a barrier there is conditional, so that all work-items of a group must take the same branch, and lets the first
// work-item choose the case for all of them.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

bool has_unreachable_default(const llvm::SwitchInst& choice) {
    return choice.getNumCases() > 0 && llvm::isa<llvm::UnreachableInst>(choice.getDefaultDest()->getFirstNonPHIOrDbg());
}

// Returns the destination of the most cases, and the number of these cases.
std::pair<llvm::BasicBlock*, unsigned> find_most_frequent(const llvm::SwitchInst& choice) {
    llvm::MapVector<llvm::BasicBlock*, unsigned> counts;
    for (const auto& each : choice.cases()) ++counts[const_cast<llvm::BasicBlock*>(each.getCaseSuccessor())];
    return *std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
}

// Makes the destination of the most cases the default.
void replace_default(llvm::SwitchInst& choice) {
    llvm::BasicBlock* const block = choice.getParent();
    llvm::BasicBlock* const never = choice.getDefaultDest();
    const auto [destination, count] = find_most_frequent(choice);
    never->removePredecessor(block, true);
    choice.setDefaultDest(destination);
    choice.setMetadata(llvm::LLVMContext::MD_prof, nullptr);  // the weights of the old cases; no device uses weights
    for (auto each = choice.case_begin(); each != choice.case_end();)
        each = each->getCaseSuccessor() == destination ? choice.removeCase(each) : std::next(each);
    // A phi has one value for each edge. One edge, the default, replaces the edges of the cases.
    for (unsigned i = 1; i < count; ++i) destination->removePredecessor(block, true);
    if (choice.getNumCases() == 0) llvm::ReplaceInstWithInst(&choice, llvm::BranchInst::Create(destination));
    if (llvm::pred_empty(never)) llvm::DeleteDeadBlock(never);
}

}  // namespace

llvm::PreservedAnalyses make_defaults_reachable::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<llvm::SwitchInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction); choice && has_unreachable_default(*choice))
            found.push_back(choice);
    for (llvm::SwitchInst* const choice : found) replace_default(*choice);
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
