// Replaces the atomic updates that not every device has by loops around a compare-exchange of the bits:
//   %old = atomicrmw fadd ptr addrspace(1) %p, float %value monotonic
// becomes
//   loop: %found = phi i32 …, %new = fadd float …, %pair = cmpxchg ptr addrspace(1) %p, i32 %found, i32 %new_bits …
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "atomics.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Does every device have the update?
bool is_common(const llvm::AtomicRMWInst& update) {
    using llvm::AtomicRMWInst;
    switch (update.getOperation()) {
        case AtomicRMWInst::Xchg:
        case AtomicRMWInst::Add:
        case AtomicRMWInst::Sub:
        case AtomicRMWInst::And:
        case AtomicRMWInst::Or:
        case AtomicRMWInst::Xor:
        case AtomicRMWInst::Max:
        case AtomicRMWInst::Min:
        case AtomicRMWInst::UMax:
        case AtomicRMWInst::UMin:
            return true;
        default:
            return false;
    }
}

}  // namespace

llvm::PreservedAnalyses expand_atomic_updates::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const bool has_changed = for_each_device_atomic(module, [](llvm::Instruction& instruction) {
        auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        if (!update || is_common(*update)) return;
        llvm::expandAtomicRMWToCmpXchg(update, [](llvm::IRBuilderBase& builder, llvm::Value* address, llvm::Value* loaded,
                                                  llvm::Value* desired, llvm::Align alignment, llvm::AtomicOrdering order,
                                                  llvm::SyncScope::ID scope, llvm::Value*& success, llvm::Value*& found,
                                                  llvm::Instruction*) {
            llvm::Type* const type = loaded->getType();
            llvm::Type* const bits = builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
            auto* const exchange =
                builder.CreateAtomicCmpXchg(address, builder.CreateBitCast(loaded, bits), builder.CreateBitCast(desired, bits),
                                            alignment, order, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
            success = builder.CreateExtractValue(exchange, 1);
            found = builder.CreateBitCast(builder.CreateExtractValue(exchange, 0), type);
        });
    });
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler
