// Replaces the memory order of atomic updates by fences around them:
//   %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") seq_cst
// becomes
//   fence syncscope("device") seq_cst
//   %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
//   fence syncscope("device") acquire
// LLVM's NVPTX back end writes `atom` without an order, which means relaxed.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "../../middle_end/atomics.hpp"
#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

void order_by_fences(llvm::AtomicRMWInst& update) {
    const llvm::AtomicOrdering order = update.getOrdering();
    llvm::IRBuilder<> builder(&update);
    if (llvm::isReleaseOrStronger(order))
        builder.CreateFence(order == llvm::AtomicOrdering::SequentiallyConsistent ? order : llvm::AtomicOrdering::Release,
                            update.getSyncScopeID());
    if (llvm::isAcquireOrStronger(order)) {
        builder.SetInsertPoint(update.getNextNode());
        builder.CreateFence(llvm::AtomicOrdering::Acquire, update.getSyncScopeID());
    }
    update.setOrdering(llvm::AtomicOrdering::Monotonic);
}

}  // namespace

llvm::PreservedAnalyses order_atomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const bool has_changed = for_each_device_atomic(module, [](llvm::Instruction& instruction) {
        if (auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) order_by_fences(*update);
    });
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler::ptx
