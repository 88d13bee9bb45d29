#include "name_extensions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

namespace ingot::compiler::cpu {

void name_extensions(llvm::Function& region) {
    using namespace llvm::PatternMatch;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(region))) {
        llvm::Value* number = nullptr;
        uint64_t left = 0;
        uint64_t right = 0;
        if (!instruction.getType()->isIntegerTy() ||
            !match(&instruction, m_AShr(m_Shl(m_Value(number), m_ConstantInt(left)), m_ConstantInt(right))))
            continue;
        const unsigned bits = instruction.getType()->getIntegerBitWidth();
        if (left >= bits || right > left) continue;
        const auto narrow_bits = static_cast<unsigned>(bits - left);
        if (narrow_bits != 8 && narrow_bits != 16 && narrow_bits != 32) continue;
        llvm::IRBuilder<> builder(&instruction);
        llvm::Type* const narrow = builder.getIntNTy(narrow_bits);
        const auto* const extended = llvm::dyn_cast<llvm::CastInst>(number);
        const bool is_extended = extended && extended->isIntegerCast() && extended->getSrcTy() == narrow;
        llvm::Value* const half = is_extended ? extended->getOperand(0) : builder.CreateTrunc(number, narrow);
        llvm::Value* result = builder.CreateSExt(half, instruction.getType());
        if (right < left) result = builder.CreateShl(result, left - right, "", false, true);
        result->takeName(&instruction);
        auto* const shifted = llvm::cast<llvm::Instruction>(instruction.getOperand(0));
        instruction.replaceAllUsesWith(result);
        instruction.eraseFromParent();
        if (shifted->use_empty()) shifted->eraseFromParent();
    }
}

}  // namespace ingot::compiler::cpu
