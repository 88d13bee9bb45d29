// Turns the pointers that variables of the work-item hold into numbers:
//   %rows = alloca [3 x ptr]
//   %row = getelementptr ptr, ptr %rows, i64 %i
//   store ptr %p, ptr %row
// becomes
//   %rows = alloca [3 x i64]
//   %row = getelementptr i64, ptr %rows, i64 %i
//   %number = ptrtoint ptr %p to i64
//   store i64 %number, ptr %row
// LLVM's SPIR-V back end (LLVM 22) derives the types of variables from their uses. If a getelementptr steps over pointers,
// the back end gives the variable the type of a single pointer, and the other elements lie outside of the variable.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes.hpp"
#include "pointer_memory.hpp"

namespace ingot::compiler {

namespace {

// Returns the type with integers in place of pointers.
llvm::Type* without_pointers(llvm::Type* type) {
    if (type->isPointerTy()) return llvm::Type::getInt64Ty(type->getContext());
    if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(type))
        return llvm::ArrayType::get(without_pointers(array->getElementType()), array->getNumElements());
    auto* const structure = llvm::dyn_cast<llvm::StructType>(type);
    if (!structure) return type;
    llvm::SmallVector<llvm::Type*> members;
    for (llvm::Type* member : structure->elements()) members.push_back(without_pointers(member));
    if (structure->elements() == llvm::ArrayRef<llvm::Type*>(members)) return type;
    return llvm::StructType::get(type->getContext(), members, structure->isPacked());
}

// Stores a pointer as a number.
bool rewrite(llvm::StoreInst& store) {
    llvm::Value* const value = store.getValueOperand();
    if (!value->getType()->isPointerTy()) return false;
    llvm::IRBuilder<> builder(&store);
    store.setOperand(0, builder.CreatePtrToInt(value, builder.getInt64Ty()));
    return true;
}

// Loads a pointer as a number.
bool rewrite(llvm::LoadInst& load) {
    if (!load.getType()->isPointerTy()) return false;
    llvm::IRBuilder<> builder(&load);
    llvm::LoadInst* const number =
        builder.CreateAlignedLoad(builder.getInt64Ty(), load.getPointerOperand(), load.getAlign(), load.isVolatile());
    number->setAtomic(load.getOrdering(), load.getSyncScopeID());
    load.replaceAllUsesWith(builder.CreateIntToPtr(number, load.getType()));
    load.eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses hold_pointers_as_numbers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const pointer_memory memory(function);
    bool has_changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
            llvm::Type* const type = without_pointers(variable->getAllocatedType());
            has_changed |= type != variable->getAllocatedType();
            variable->setAllocatedType(type);
        } else if (auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
            llvm::Type* const type = without_pointers(element->getSourceElementType());
            has_changed |= type != element->getSourceElementType();
            element->setSourceElementType(type);
            element->setResultElementType(without_pointers(element->getResultElementType()));
        } else if (const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
                   address && memory.points_to_variables(address)) {
            if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) has_changed |= rewrite(*store);
            if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) has_changed |= rewrite(*load);
        }
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
