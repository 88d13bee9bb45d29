#include "narrow_integers.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler::cpu {

namespace {

const llvm::ConstantInt* constant_operand(const llvm::Value* value, unsigned operand) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction ? llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(operand)) : nullptr;
}

constexpr unsigned narrow_bits = 32;

// Returns the low 32 bits of a value.
llvm::Value* narrowed(llvm::Value* value, llvm::IRBuilder<>& builder) {
    llvm::Type* const type = builder.getIntNTy(narrow_bits);
    if (const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(value))
        return builder.getInt(constant->getValue().trunc(narrow_bits));
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value)) {
        auto* const extension = llvm::cast<llvm::CastInst>(value);
        if (extension->getSrcTy()->getIntegerBitWidth() <= narrow_bits)
            return builder.CreateIntCast(extension->getOperand(0), type, llvm::isa<llvm::SExtInst>(extension));
    }
    return builder.CreateTrunc(value, type);
}

// Can the instruction be computed in 32 bits if only these bits of its result matter?
bool can_be_narrow(const llvm::Instruction& instruction, const llvm::APInt& demanded) {
    if (!instruction.getType()->isIntegerTy(64) || demanded.getActiveBits() > narrow_bits) return false;
    const llvm::ConstantInt* const constant = instruction.getNumOperands() == 2 ? constant_operand(&instruction, 1) : nullptr;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::And:
        case llvm::Instruction::Or:
        case llvm::Instruction::Xor:
            return true;
        case llvm::Instruction::Shl:
            return constant && constant->getValue().ult(narrow_bits);
        case llvm::Instruction::LShr:
            return constant && constant->getValue().ult(narrow_bits) &&
                   demanded.getActiveBits() + constant->getZExtValue() <= narrow_bits;
        default:
            return false;
    }
}

}  // namespace

void narrow_integers(llvm::Function& function) {
    llvm::AssumptionCache assumptions(function);
    llvm::DominatorTree dominators(function);
    llvm::DemandedBits demanded(function, assumptions, dominators);
    llvm::SmallVector<llvm::Instruction*> chosen;
    const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function);
    for (llvm::BasicBlock* const block : blocks)
        for (llvm::Instruction& instruction : *block)
            if (!demanded.isInstructionDead(&instruction) && instruction.getType()->isIntegerTy(64) &&
                can_be_narrow(instruction, demanded.getDemandedBits(&instruction)))
                chosen.push_back(&instruction);
    for (llvm::Instruction* const instruction : chosen) {
        llvm::IRBuilder<> builder(instruction);
        llvm::Value* const result =
            builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(instruction->getOpcode()),
                                narrowed(instruction->getOperand(0), builder), narrowed(instruction->getOperand(1), builder));
        llvm::Value* const wide = builder.CreateZExt(result, instruction->getType());
        wide->takeName(instruction);
        instruction->replaceAllUsesWith(wide);
        instruction->eraseFromParent();
    }
}

}  // namespace ingot::compiler::cpu
