#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

// A value is computed again if that takes at most this number of instructions. Loading it from a context takes one or two.
constexpr size_t most_instructions = 6;

bool is_cheap(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul:
        case llvm::Instruction::And:
        case llvm::Instruction::Or:
        case llvm::Instruction::Xor:
        case llvm::Instruction::Shl:
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr:
        case llvm::Instruction::ICmp:
        case llvm::Instruction::Select:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::SExt:
        case llvm::Instruction::Trunc:
        case llvm::Instruction::GetElementPtr:
        case llvm::Instruction::AddrSpaceCast:
            return true;
        default:
            return false;
    }
}

// Adds the instructions that compute a value from parameters and constants, each after its operands. Returns false if they are
// too many or not cheap.
bool collect(llvm::Value* value, llvm::SmallSetVector<llvm::Instruction*, 8>& chain) {
    if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::Argument>(value)) return true;
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !is_cheap(*instruction) || chain.size() > most_instructions) return false;
    if (chain.contains(instruction)) return true;
    for (llvm::Value* operand : instruction->operands())
        if (!collect(operand, chain)) return false;
    chain.insert(instruction);
    return chain.size() <= most_instructions;
}

}  // namespace

void rematerialize(llvm::Function&, llvm::ArrayRef<llvm::Instruction*> values) {
    for (llvm::Instruction* const value : values) {
        llvm::SmallSetVector<llvm::Instruction*, 8> chain;
        if (!collect(value, chain)) continue;
        llvm::DenseMap<llvm::BasicBlock*, llvm::Instruction*> copies;  // one copy serves all uses in a block
        llvm::SmallVector<llvm::Use*> uses;
        for (llvm::Use& use : value->uses()) uses.push_back(&use);
        for (llvm::Use* const use : uses) {
            auto* const user = llvm::cast<llvm::Instruction>(use->getUser());
            const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
            llvm::BasicBlock* const block = phi ? phi->getIncomingBlock(*use) : user->getParent();
            if (block == value->getParent()) continue;
            llvm::Instruction*& copy = copies[block];
            if (!copy) {
                llvm::DenseMap<llvm::Value*, llvm::Instruction*> copied;
                const auto place = block->getFirstInsertionPt();
                for (llvm::Instruction* const each : chain) {
                    copy = each->clone();
                    for (llvm::Use& operand : copy->operands())
                        if (llvm::Instruction* const inner = copied.lookup(operand.get())) operand.set(inner);
                    copy->insertBefore(place);
                    copied[each] = copy;
                }
            }
            use->set(copy);
        }
    }
}

}  // namespace ingot::compiler::cpu
