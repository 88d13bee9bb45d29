#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned generic = 0;
constexpr unsigned global = 1;

// The pointer before its cast to a generic one; null where it is none.
llvm::Value* in_own_memory(llvm::Value* pointer) {
    auto* const cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
    return cast && cast->getDestAddressSpace() == generic ? cast->getPointerOperand() : nullptr;
}

bool is_null(const llvm::Value* pointer) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer);
    return llvm::isa<llvm::ConstantPointerNull>(cast ? cast->getPointerOperand() : pointer);
}

// A comparison with null. A buffer may have no memory; local memory and constants are never null, though their addresses may be
// 0.
llvm::Value* compare_with_null(const llvm::ICmpInst& comparison, llvm::Value* pointer) {
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == global)
        return new llvm::ICmpInst(const_cast<llvm::ICmpInst&>(comparison).getIterator(), comparison.getPredicate(), pointer,
                                  llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer->getType())));
    return llvm::ConstantInt::getBool(comparison.getContext(), comparison.getPredicate() == llvm::CmpInst::ICMP_NE);
}

llvm::Value* without_null(llvm::ICmpInst& comparison) {
    if (!comparison.isEquality() || !comparison.getOperand(0)->getType()->isPointerTy()) return nullptr;
    for (const unsigned side : {0u, 1u}) {
        if (!is_null(comparison.getOperand(side))) continue;
        llvm::Value* pointer = comparison.getOperand(1 - side);
        if (llvm::Value* own = in_own_memory(pointer)) pointer = own;
        if (pointer->getType()->getPointerAddressSpace() == generic) return nullptr;
        return compare_with_null(comparison, pointer);
    }
    return nullptr;
}

}  // namespace

llvm::PreservedAnalyses number_pointers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        if (auto* number = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction)) {
            if (llvm::Value* own = in_own_memory(number->getPointerOperand())) {
                number->setOperand(0, own);
                changed = true;
            }
        } else if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
            if (llvm::Value* simpler = without_null(*comparison)) {
                comparison->replaceAllUsesWith(simpler);
                comparison->eraseFromParent();
                changed = true;
            }
        }
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
