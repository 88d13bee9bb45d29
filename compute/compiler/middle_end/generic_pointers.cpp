#include "generic_pointers.hpp"

#include <llvm/IR/Intrinsics.h>

#include "pointer_memory.hpp"

namespace ingot::compiler {

bool is_generic_pointer(const llvm::Value* value) {
    return value->getType()->isPointerTy() && value->getType()->getPointerAddressSpace() == private_space;
}

bool is_accessed_address(const llvm::Use& operand) {
    const llvm::User* const user = operand.getUser();
    const unsigned index = operand.getOperandNo();
    return (llvm::isa<llvm::StoreInst>(user) && index == 1) || (llvm::isa<llvm::LoadInst>(user) && index == 0) ||
           (llvm::isa<llvm::AtomicRMWInst>(user) && index == 0) || (llvm::isa<llvm::AtomicCmpXchgInst>(user) && index == 0);
}

bool change_pointer_argument(llvm::IntrinsicInst& call, unsigned index, llvm::Value* pointer) {
    llvm::SmallVector<llvm::Type*> types;
    for (const llvm::Use& argument : call.args()) types.push_back(argument->getType());
    types[index] = pointer->getType();
    llvm::SmallVector<llvm::Type*> overloads;
    auto* const signature = llvm::FunctionType::get(call.getType(), types, false);
    if (!llvm::Intrinsic::getIntrinsicSignature(call.getIntrinsicID(), signature, overloads)) return false;
    call.setArgOperand(index, pointer);
    call.removeParamAttr(index, llvm::Attribute::NonNull);  // there may be memory at address 0
    call.setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call.getModule(), call.getIntrinsicID(), overloads));
    return true;
}

bool erase_unused(llvm::SmallSetVector<llvm::Instruction*, 16> instructions) {
    // An instruction stays if it has side effects or if an instruction outside of the set uses it. Its operands stay too.
    llvm::SmallVector<llvm::Instruction*> kept_instructions;
    const auto keep = [&](llvm::Value* value) {
        auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (instruction && instructions.remove(instruction)) kept_instructions.push_back(instruction);
    };
    for (llvm::Instruction* instruction : instructions.getArrayRef().vec()) {
        const bool has_other_user = llvm::any_of(instruction->users(), [&](llvm::User* user) {
            return !instructions.contains(llvm::dyn_cast<llvm::Instruction>(user));
        });
        if (has_other_user || instruction->mayHaveSideEffects()) keep(instruction);
    }
    while (!kept_instructions.empty())
        for (llvm::Value* operand : kept_instructions.pop_back_val()->operands()) keep(operand);
    for (llvm::Instruction* instruction : instructions)
        instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    for (llvm::Instruction* instruction : instructions) instruction->eraseFromParent();
    return !instructions.empty();
}

}  // namespace ingot::compiler
