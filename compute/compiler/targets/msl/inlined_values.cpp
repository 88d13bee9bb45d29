#include "inlined_values.hpp"

#include <llvm/ADT/DenseMap.h>

#include "kernel_inputs.hpp"

namespace ingot::compiler::msl {

namespace {

// An expression of more instructions becomes several statements.
constexpr unsigned max_expression = 6;

bool is_pure(const llvm::Instruction& each) {
    if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
                  llvm::ExtractElementInst>(each))
        return true;
    if (llvm::isa<llvm::ExtractValueInst>(each)) return llvm::isa<llvm::Argument>(each.getOperand(0));
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
    if (!call || each.getType()->isVoidTy() || !call->getCalledFunction()) return false;
    return input_of(*call->getCalledFunction()) ||
           (call->doesNotAccessMemory() && !call->isConvergent() && call->getCalledFunction()->isDeclaration());
}

bool writes_or_waits(const llvm::Instruction& each) {
    return each.mayWriteToMemory() || (llvm::isa<llvm::CallInst>(each) && llvm::cast<llvm::CallInst>(each).isConvergent());
}

}  // namespace

// The blocks are searched from their ends, because an instruction is evaluated where the statement of its user is.
llvm::DenseSet<const llvm::Instruction*> find_inlined_values(llvm::Function& function, const value_names& names,
                                                             const kernel_entry* kernel) {
    llvm::DenseSet<const llvm::Instruction*> inlined;
    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> statements;
    llvm::DenseMap<const llvm::Instruction*, unsigned> sizes;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& each : llvm::reverse(block)) {
            statements[&each] = &each;
            if (sizes[&each] == 0) sizes[&each] = 1;
            const auto* const source =
                llvm::isa<llvm::BitCastInst>(each) ? llvm::dyn_cast<llvm::Argument>(each.getOperand(0)) : nullptr;
            if (input_call(each) || (source && is_real_argument(*source, kernel))) {
                inlined.insert(&each);
                continue;
            }
            if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each);
                call && call->getCalledFunction() && input_of(*call->getCalledFunction()) &&
                (call->arg_empty() || llvm::isa<llvm::Constant>(call->getArgOperand(0)))) {
                inlined.insert(&each);
                continue;
            }
            const bool is_load = llvm::isa<llvm::LoadInst>(each) && !each.isAtomic() && !each.isVolatile();
            if (each.hasOneUse() && llvm::isa<llvm::LoadInst>(each) && llvm::isa<llvm::AtomicCmpXchgInst>(*each.user_begin()))
                continue;  // the operand is written twice
            if (!each.hasOneUse() || !(is_pure(each) || is_load) || each.getType()->isStructTy()) continue;
            const llvm::Instruction* user = llvm::cast<llvm::Instruction>(*each.user_begin());
            while (is_folded(*user) && user->hasOneUse() && user->getParent() == &block)
                user = llvm::cast<llvm::Instruction>(*user->user_begin());
            if (is_folded(*user) || llvm::isa<llvm::PHINode>(user) || user->getParent() != &block) continue;
            const llvm::Instruction* const statement = statements[user];
            if (names.is_named(each) || sizes[statement] >= max_expression) continue;
            if (is_load) {
                bool is_changed = false;
                for (const llvm::Instruction* between = each.getNextNode(); between && between != statement;
                     between = between->getNextNode())
                    is_changed |= writes_or_waits(*between);
                if (is_changed) continue;
            }
            ++sizes[statement];
            statements[&each] = statement;
            inlined.insert(&each);
        }
    return inlined;
}

}  // namespace ingot::compiler::msl
