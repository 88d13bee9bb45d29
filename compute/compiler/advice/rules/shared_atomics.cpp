// All work-items of a launch update one number in global memory: the updates run one after the other.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// Is the operation one whose operands a group can combine before?
bool can_be_combined(llvm::AtomicRMWInst::BinOp operation) {
    switch (operation) {
        case llvm::AtomicRMWInst::Add:
        case llvm::AtomicRMWInst::Sub:
        case llvm::AtomicRMWInst::FAdd:
        case llvm::AtomicRMWInst::Min:
        case llvm::AtomicRMWInst::Max:
        case llvm::AtomicRMWInst::UMin:
        case llvm::AtomicRMWInst::UMax:
        case llvm::AtomicRMWInst::FMin:
        case llvm::AtomicRMWInst::FMax:
        case llvm::AtomicRMWInst::And:
        case llvm::AtomicRMWInst::Or:
        case llvm::AtomicRMWInst::Xor:
            return true;
        default:
            return false;
    }
}

// Does a branch let most work-items pass: a check of the position against a size? A branch that depends on data may let few pass,
// and a comparison by == lets one pass.
bool lets_most_pass(const llvm::Instruction& branch, kernel_analysis& kernel) {
    const llvm::Value& condition = *branch.getOperand(0);
    if (kernel.is_uniform(condition)) return true;
    const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
    if (!comparison || comparison->isEquality()) return false;
    const auto is_read = [](const llvm::Value& value) { return llvm::isa<llvm::LoadInst, llvm::PHINode>(value); };
    return !kernel.derives_from(condition, is_read, true) && !llvm::isa<llvm::Constant>(comparison->getOperand(1));
}

}  // namespace

void find_shared_atomics(kernel_analysis& kernel, remark_list& found) {
    for (llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        if (!update || !can_be_combined(update->getOperation()) || !update->use_empty()) continue;
        const memory_object memory = kernel.object_of(*update->getPointerOperand());
        if (memory.kind != memory_kind::buffer || !kernel.is_uniform(*update->getPointerOperand())) continue;
        // A place that depends on the group is not shared by all.
        const auto is_of_group = [](const llvm::Value& value) { return device_call(value) == "get_group_id"; };
        if (kernel.derives_from(*update->getPointerOperand(), is_of_group, true)) continue;
        const auto branches = kernel.controlling_branches(*instruction.getParent());
        if (!llvm::all_of(branches, [&](const llvm::Instruction* branch) { return lets_most_pass(*branch, kernel); })) continue;
        found.add(instruction,
                  fmt::format(
                      "all work-items update the same number of '{}' by an atomic operation: the updates run one after the other",
                      memory.parameter->name),
                  "combine the values of a work-group first, with work_group_reduce or in local memory, and let one work-item of "
                  "each group "
                  "update the number");
    }
}

}  // namespace ingot::compiler::advice
