// Sets the scope of atomic instructions by the memory that they access:
//   %a = atomicrmw add ptr addrspace(1) %global, i32 1 seq_cst
//   %b = atomicrmw add ptr addrspace(3) %local, i32 1 seq_cst
//   store atomic i32 1, ptr %private seq_cst
// becomes
//   %a = atomicrmw add ptr addrspace(1) %global, i32 1 syncscope("device") seq_cst
//   %b = atomicrmw add ptr addrspace(3) %local, i32 1 syncscope("workgroup") seq_cst
//   store i32 1, ptr %private
// The target names the scope of a work-group: "workgroup" for SPIR-V, "block" for PTX. Fences get the scope of the
// device; fences of a single thread are erased.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "atomics.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Returns whether the pointer points to a variable of the work-item or to an argument that is a struct. No other
// work-item can access the memory, so that atomic accesses to it can be plain ones.
bool is_private(const llvm::Value* pointer) {
    const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
    return pointer->getType()->getPointerAddressSpace() == 0 &&
           (llvm::isa<llvm::AllocaInst>(object) || (argument && argument->hasByValAttr()));
}

void make_plain(llvm::Instruction& instruction) {
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        llvm::lowerAtomicRMWInst(update);
    else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        llvm::lowerAtomicCmpXchgInst(exchange);
    else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        load->setAtomic(llvm::AtomicOrdering::NotAtomic);
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        store->setAtomic(llvm::AtomicOrdering::NotAtomic);
}

void set_scope(llvm::Instruction& instruction, llvm::SyncScope::ID scope) {
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        update->setSyncScopeID(scope);
    else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        exchange->setSyncScopeID(scope);
    else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        load->setSyncScopeID(scope);
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        store->setSyncScopeID(scope);
}

}  // namespace

llvm::PreservedAnalyses scope_atomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const llvm::SyncScope::ID device = module.getContext().getOrInsertSyncScopeID("device");
    const llvm::SyncScope::ID group = module.getContext().getOrInsertSyncScopeID(group_scope_);
    llvm::SmallVector<llvm::Instruction*> found;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (instruction.isAtomic()) found.push_back(&instruction);
    for (llvm::Instruction* instruction : found) {
        if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(instruction)) {
            if (fence->getSyncScopeID() == llvm::SyncScope::SingleThread)
                fence->eraseFromParent();
            else
                fence->setSyncScopeID(device);
            continue;
        }
        if (!has_device_width(*instruction) && !has_narrow_width(*instruction)) continue;
        const llvm::Value* const pointer = atomic_pointer(*instruction);
        if (is_private(pointer))
            make_plain(*instruction);
        else if (pointer->getType()->getPointerAddressSpace() == global_space)
            set_scope(*instruction, device);
        else if (pointer->getType()->getPointerAddressSpace() == local_space)
            set_scope(*instruction, group);
    }
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
