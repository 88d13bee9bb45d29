// TALK-23: a variable of 8 bits that changes in a loop, so that each iteration extends it and cuts the result off.
#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

bool is_arithmetic(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr:
            return true;
        default:
            return false;
    }
}

// What one iteration computes from a variable's value for its value in the next iteration.
struct step {
    const llvm::Instruction* arithmetic = nullptr;  // the author's, the last one
    bool extends = false;
    bool cuts_off = false;
};

// Returns the step of a variable. Follows the values from which the next one is computed back to the variable.
step step_of(const llvm::PHINode& variable, const llvm::Value& next, const llvm::Loop& loop, kernel_analysis& kernel) {
    step found;
    std::set<const llvm::Value*> known {&next};
    std::vector<const llvm::Value*> work {&next};
    while (!work.empty()) {
        const auto* const value = llvm::dyn_cast<llvm::Instruction>(work.back());
        work.pop_back();
        if (!value || value == &variable || !loop.contains(value)) continue;
        // Values of memory and of other variables begin something else.
        if (!value->isBinaryOp() && !llvm::isa<llvm::CastInst, llvm::SelectInst>(value)) continue;
        if (value->isBinaryOp() && is_arithmetic(*value) && !found.arithmetic && kernel.is_authors(*value))
            found.arithmetic = value;
        found.extends |= llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value) && value->getOperand(0) == &variable;
        found.cuts_off |= llvm::isa<llvm::TruncInst>(value) && value->getType() == variable.getType();
        for (const llvm::Value* const operand : value->operands())
            if (known.insert(operand).second) work.push_back(operand);
    }
    return found;
}

}  // namespace

void find_byte_arithmetic(kernel_analysis& kernel, remark_list& found) {
    constexpr unsigned bits = 8;
    for (const llvm::Loop* const loop : kernel.loops().getLoopsInPreorder()) {
        const llvm::BasicBlock* const latch = loop->getLoopLatch();
        if (!latch) continue;
        for (const llvm::PHINode& variable : loop->getHeader()->phis()) {
            if (!variable.getType()->isIntegerTy(bits)) continue;
            const step each = step_of(variable, *variable.getIncomingValueForBlock(latch), *loop, kernel);
            if (!each.arithmetic || !each.extends || !each.cuts_off) continue;
            found.add(
                *each.arithmetic,
                "a variable of 8 bits changes in a loop: GPUs have no arithmetic of 8 bits, so that each iteration extends the "
                "number and cuts the result off",
                "use a variable of 32 bits in the loop, with `& 255` where a result may be larger, and convert it to 8 bits "
                "after the loop");
        }
    }
}

}  // namespace ingot::compiler::advice
