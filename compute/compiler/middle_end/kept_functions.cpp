#include "kept_functions.hpp"

#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "pointer_memory.hpp"

namespace ingot::compiler {

namespace {

// Returns whether the value is a pointer, a struct of pointers, or a number that was computed from a pointer.
bool is_from_pointer(const llvm::Value* value, const pointer_memory& memory) {
    const memory_set memories = memory.of(value);
    return value->getType()->isPointerTy() || memories.is_unknown || !memories.spaces.empty();
}

// Returns whether the called function can copy pointers from a variable of the calling function to memory outside of the
// calling function.
bool shares_variables(const llvm::CallBase& call, const pointer_memory& memory) {
    return llvm::any_of(call.args(), [&](const llvm::Use& argument) { return memory.holds_pointers(argument); }) &&
           llvm::any_of(call.args(), [&](const llvm::Use& argument) {
               return argument->getType()->isPointerTy() && !memory.points_to_variables(argument);
           });
}

}  // namespace

llvm::Function* called_definition(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() ? callee : nullptr;
}

llvm::Function* called_kept_function(const llvm::Instruction& instruction) {
    llvm::Function* const callee = called_definition(instruction);
    return callee && callee->hasFnAttribute(kept_function) ? callee : nullptr;
}

llvm::SmallSetVector<const llvm::Function*, 8> function_and_specialized_callees(const llvm::Function& function) {
    llvm::SmallSetVector<const llvm::Function*, 8> found;
    found.insert(&function);
    for (size_t i = 0; i < found.size(); ++i)  // the loop adds functions to the set
        for (const llvm::Instruction& instruction : llvm::instructions(*found[i]))
            if (const llvm::Function* callee = called_definition(instruction);
                callee && callee->hasFnAttribute(specialized_function))
                found.insert(callee);
    return found;
}

bool shares_pointers(const llvm::Function& function) {
    const pointer_memory memory(function);
    return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
        if (llvm::any_of(instruction.operands(), [&](const llvm::Use& operand) {
                return operand->getType()->isPointerTy() && memory.of(operand).is_unknown;
            }))
            return true;
        if (const auto* returned = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
            return returned->getReturnValue() && is_from_pointer(returned->getReturnValue(), memory);
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
            return is_from_pointer(store->getValueOperand(), memory) && !memory.points_to_variables(store->getPointerOperand());
        if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
            return memory.holds_pointers(copy->getRawSource()) && !memory.points_to_variables(copy->getRawDest());
        return called_definition(instruction) && shares_variables(llvm::cast<llvm::CallBase>(instruction), memory);
    });
}

bool inline_call(llvm::CallBase& call) {
    llvm::Function* const callee = called_definition(call);
    if (!callee || callee == call.getFunction() || !llvm::isInlineViable(*callee).isSuccess()) return false;
    llvm::InlineFunctionInfo info;
    return llvm::InlineFunction(call, info, /*MergeAttributes=*/true).isSuccess();
}

}  // namespace ingot::compiler
