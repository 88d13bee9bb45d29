#include "atomics.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler {

namespace {

const llvm::Type* atomic_type(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getType();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return exchange->getNewValOperand()->getType();
    return llvm::getLoadStoreType(&instruction);
}

bool is_device_atomic(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::FenceInst>(instruction)) return true;
    const unsigned space = atomic_pointer(instruction)->getType()->getPointerAddressSpace();
    return (space == global_space || space == local_space) && has_device_width(instruction);
}

}  // namespace

const llvm::Value* atomic_pointer(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return exchange->getPointerOperand();
    return llvm::getLoadStorePointerOperand(&instruction);
}

bool has_device_width(const llvm::Instruction& instruction) {
    const auto bits = atomic_type(instruction)->getPrimitiveSizeInBits();
    return bits == 32 || bits == 64;
}

bool has_narrow_width(const llvm::Instruction& instruction) {
    const auto bits = atomic_type(instruction)->getPrimitiveSizeInBits();
    return bits == 8 || bits == 16;
}

bool for_each_device_atomic(llvm::Module& module, const std::function<void(llvm::Instruction&)>& lower) {
    llvm::SmallVector<llvm::Instruction*> found;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (instruction.isAtomic() && is_device_atomic(instruction)) found.push_back(&instruction);
    for (llvm::Instruction* instruction : found) lower(*instruction);
    return !found.empty();
}

}  // namespace ingot::compiler
