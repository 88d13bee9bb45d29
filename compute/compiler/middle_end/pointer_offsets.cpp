#include "pointer_offsets.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <cassert>

namespace ingot::compiler {

namespace {

// Returns whether the pointer is computed from other pointers.
bool is_derived(const llvm::Value* pointer) {
    return llvm::isa<llvm::GEPOperator>(pointer) || llvm::isa<llvm::PHINode>(pointer) || llvm::isa<llvm::SelectInst>(pointer);
}

// Returns the instruction before which a new value for this use can be created.
llvm::Instruction* insertion_point_for(const llvm::Use& use) {
    auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use)->getTerminator();
    return user;
}

}  // namespace

llvm::Value* base_of(llvm::Value* pointer) {
    llvm::SmallPtrSet<llvm::Value*, 16> visited_values;
    llvm::SmallVector<llvm::Value*> open {pointer};
    llvm::Value* base = nullptr;
    while (!open.empty()) {
        llvm::Value* const each = open.pop_back_val();
        if (!visited_values.insert(each).second) continue;
        if (auto* element = llvm::dyn_cast<llvm::GEPOperator>(each)) {
            open.push_back(element->getPointerOperand());
        } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(each)) {
            for (llvm::Value* incoming : phi->incoming_values()) open.push_back(incoming);
        } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(each)) {
            open.push_back(choice->getTrueValue());
            open.push_back(choice->getFalseValue());
        } else if (llvm::isa<llvm::UndefValue>(each)) {
            continue;  // the program does not use an undefined value, so that the value may have any base
        } else if (base && base != each) {
            return nullptr;
        } else {
            base = each;
        }
    }
    return base;
}

llvm::Value* pointer_offsets::offset_of(llvm::Value* pointer) {
    if (const auto entry = offsets_.find(pointer); entry != offsets_.end()) return entry->second;
    auto* const integer = llvm::Type::getInt64Ty(pointer->getContext());
    llvm::Value* offset = llvm::ConstantInt::get(integer, 0);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
        auto* const choice = llvm::PHINode::Create(integer, phi->getNumIncomingValues(), "", phi->getIterator());
        offsets_[pointer] = choice;  // before its operands: in a loop they use the phi itself
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
            choice->addIncoming(offset_of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
        return choice;
    }
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
        llvm::Value* const if_true = offset_of(choice->getTrueValue());
        llvm::Value* const if_false = offset_of(choice->getFalseValue());
        offset = llvm::IRBuilder<>(choice).CreateSelect(choice->getCondition(), if_true, if_false);
    } else if (auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
        llvm::Value* const before = offset_of(element->getPointerOperand());
        llvm::IRBuilder<> builder(element);
        llvm::Value* const step = llvm::emitGEPOffset(&builder, element->getModule()->getDataLayout(), element);
        offset = builder.CreateAdd(before, builder.CreateSExtOrTrunc(step, integer));
    } else if (auto* constant = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        llvm::APInt bytes(64, 0);
        const bool is_constant = constant->accumulateConstantOffset(
            llvm::cast<llvm::GlobalValue>(base_of(pointer))->getParent()->getDataLayout(), bytes);
        assert(is_constant);
        static_cast<void>(is_constant);
        offset = llvm::ConstantInt::get(integer, bytes);
    }
    return offsets_[pointer] = offset;
}

void rebuild_pointers_at_uses(llvm::Function& function, pointer_offsets& offsets) {
    // Find the derived pointers, and the base of each.
    llvm::MapVector<llvm::Value*, llvm::Value*> derived;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.getType()->isPointerTy() || !is_derived(&instruction)) continue;
        llvm::Value* const base = base_of(&instruction);
        if (base && (llvm::isa<llvm::Argument>(base) || llvm::isa<llvm::AllocaInst>(base))) derived[&instruction] = base;
    }
    // Compute each derived pointer again at each use, except where another derived pointer is computed from it.
    for (const auto& [pointer, base] : derived) {
        llvm::Value* const offset = offsets.offset_of(pointer);
        for (llvm::Use& use : llvm::make_early_inc_range(pointer->uses())) {
            if (derived.contains(use.getUser())) continue;
            llvm::IRBuilder<> builder(insertion_point_for(use));
            use.set(builder.CreatePtrAdd(base, offset));
        }
    }
    // Now nothing uses the old derived pointers except each other: erase them.
    for (const auto& [pointer, base] : derived) pointer->replaceAllUsesWith(llvm::PoisonValue::get(pointer->getType()));
    for (const auto& [pointer, base] : derived) llvm::cast<llvm::Instruction>(pointer)->eraseFromParent();
}

}  // namespace ingot::compiler
