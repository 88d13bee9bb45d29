// Replaces calls through a table of functions by a switch. std::visit calls functions through such a table. From
//   @table = constant [2 x ptr] [ptr @visit_float, ptr @visit_int]
//   %place = getelementptr [2 x ptr], ptr @table, i64 0, i64 %index
//   %function = load ptr, ptr %place
//   %r = call i32 %function(ptr %variant)
// it makes
//   %offset = …                                             ; 8 * %index
//   switch i64 %offset, label %otherwise [ i64 0, label %first; i64 8, label %second ]
// first:
//   %r.0 = call i32 @visit_float(ptr %variant)
// The table must be a constant. The switch has a case for each function of the table that has the type of the call.
#include "call_from_tables.hpp"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <utility>

namespace ingot::compiler {

namespace {

// A function and its place in a table, in bytes.
using table_entry = std::pair<uint64_t, llvm::Function*>;

void find_entries(llvm::Constant& constant, uint64_t offset, const llvm::DataLayout& layout,
                  llvm::SmallVectorImpl<table_entry>& found) {
    if (auto* const function = llvm::dyn_cast<llvm::Function>(constant.stripPointerCasts())) {
        found.emplace_back(offset, function);
        return;
    }
    auto* const aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant);
    if (!aggregate) return;
    for (unsigned i = 0; i < aggregate->getNumOperands(); ++i) {
        const auto* const structure = llvm::dyn_cast<llvm::StructType>(aggregate->getType());
        const uint64_t place =
            structure ? layout.getStructLayout(const_cast<llvm::StructType*>(structure))->getElementOffset(i).getFixedValue()
                      : i * layout.getTypeAllocSize(aggregate->getOperand(i)->getType()).getFixedValue();
        find_entries(*aggregate->getOperand(i), offset + place, layout, found);
    }
}

// Returns the functions in the table from which the call loads its function. Returns nothing if the call does not load its
// function from a constant table.
llvm::SmallVector<table_entry> entries_of(const llvm::CallInst& call) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
    if (!load || load->isVolatile()) return {};
    const auto* const table = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(load->getPointerOperand(), 0));
    if (!table || !table->isConstant() || !table->hasDefinitiveInitializer()) return {};
    llvm::SmallVector<table_entry> found;
    find_entries(*const_cast<llvm::Constant*>(table->getInitializer()), 0, call.getDataLayout(), found);
    llvm::erase_if(found, [&](const table_entry& entry) { return entry.second->getFunctionType() != call.getFunctionType(); });
    return found;
}

// Returns the distance in bytes of the pointer from the beginning of its table. Returns null if the pointer is not computed by
// getelementptr alone.
llvm::Value* offset_of(llvm::IRBuilder<>& builder, llvm::Value* pointer, const llvm::DataLayout& layout) {
    llvm::Value* offset = builder.getInt64(0);
    while (auto* const element = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
        offset = builder.CreateAdd(offset, llvm::emitGEPOffset(&builder, layout, element));
        pointer = element->getPointerOperand();
    }
    return llvm::isa<llvm::GlobalVariable>(pointer) ? offset : nullptr;
}

bool replace(llvm::CallInst& call, llvm::ArrayRef<table_entry> entries) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const offset =
        offset_of(builder, llvm::cast<llvm::LoadInst>(call.getCalledOperand())->getPointerOperand(), call.getDataLayout());
    if (!offset) return false;
    llvm::Function& function = *call.getFunction();
    llvm::BasicBlock* const before = call.getParent();
    llvm::BasicBlock* const after = before->splitBasicBlock(&call);
    llvm::BasicBlock* const otherwise = llvm::BasicBlock::Create(call.getContext(), "", &function, after);
    new llvm::UnreachableInst(call.getContext(), otherwise);
    before->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(before);
    llvm::SwitchInst* const choice = builder.CreateSwitch(offset, otherwise, static_cast<unsigned>(entries.size()));
    builder.SetInsertPoint(after, after->begin());
    llvm::PHINode* const result =
        call.getType()->isVoidTy() ? nullptr : builder.CreatePHI(call.getType(), static_cast<unsigned>(entries.size()));
    for (const auto& [place, callee] : entries) {
        llvm::BasicBlock* const block = llvm::BasicBlock::Create(call.getContext(), "", &function, after);
        choice->addCase(builder.getInt64(place), block);
        auto* const direct = llvm::cast<llvm::CallInst>(call.clone());
        direct->setCalledFunction(callee);
        direct->insertInto(block, block->end());
        llvm::IRBuilder<>(block).CreateBr(after);
        if (result) result->addIncoming(direct, block);
    }
    if (result) call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return true;
}

}  // namespace

bool replace_calls_from_tables(llvm::Module& module) {
    llvm::SmallVector<std::pair<llvm::CallInst*, llvm::SmallVector<table_entry>>> calls;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && !call->getCalledFunction())
                if (llvm::SmallVector<table_entry> entries = entries_of(*call); !entries.empty())
                    calls.emplace_back(call, std::move(entries));
    bool has_replaced = false;
    for (const auto& [call, entries] : calls) has_replaced |= replace(*call, entries);
    return has_replaced;
}

}  // namespace ingot::compiler
