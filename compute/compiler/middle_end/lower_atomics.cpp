#include <llvm/Analysis/ValueTracking.h>
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "../spirv_values.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned global_address_space = 1;
constexpr unsigned local_address_space = 3;

const llvm::Value* atomic_pointer(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getPointerOperand();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return exchange->getPointerOperand();
    return llvm::getLoadStorePointerOperand(&instruction);
}

const llvm::Type* atomic_type(const llvm::Instruction& instruction) {
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getType();
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return exchange->getNewValOperand()->getType();
    return llvm::getLoadStoreType(&instruction);
}

// Nobody else sees a work-item's own variables.
bool is_private(const llvm::Value* pointer) {
    return pointer->getType()->getPointerAddressSpace() == 0 && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
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

// Of one instruction for all operations that SPIR-V's Kernel capability has.
bool is_in_spirv(const llvm::AtomicRMWInst& update) {
    switch (update.getOperation()) {
        case llvm::AtomicRMWInst::Xchg:
        case llvm::AtomicRMWInst::Add:
        case llvm::AtomicRMWInst::Sub:
        case llvm::AtomicRMWInst::And:
        case llvm::AtomicRMWInst::Or:
        case llvm::AtomicRMWInst::Xor:
        case llvm::AtomicRMWInst::Max:
        case llvm::AtomicRMWInst::Min:
        case llvm::AtomicRMWInst::UMax:
        case llvm::AtomicRMWInst::UMin:
            return true;
        default:
            return false;
    }
}

void compare_and_exchange(llvm::IRBuilderBase& builder, llvm::Value* address, llvm::Value* loaded, llvm::Value* desired,
                          llvm::Align alignment, llvm::AtomicOrdering order, llvm::SyncScope::ID scope, llvm::Value*& success,
                          llvm::Value*& found, llvm::Instruction*) {
    llvm::Type* const type = loaded->getType();
    llvm::Type* const bits = builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    auto* pair =
        builder.CreateAtomicCmpXchg(address, builder.CreateBitCast(loaded, bits), builder.CreateBitCast(desired, bits), alignment,
                                    order, llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    success = builder.CreateExtractValue(pair, 1);
    found = builder.CreateBitCast(builder.CreateExtractValue(pair, 0), type);
}

class atomics_of_kernel {
public:
    atomics_of_kernel(llvm::Module& in, target_kind target)
        : module(in),
          kind(target),
          device(in.getContext().getOrInsertSyncScopeID("device")),
          group(in.getContext().getOrInsertSyncScopeID(target == target_kind::spirv ? "workgroup" : "block")) {}

    void lower(llvm::Instruction& instruction) {
        if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return lower_fence(*fence);
        const llvm::Value* const pointer = atomic_pointer(instruction);
        if (is_private(pointer)) return make_plain(instruction);
        const bool is_local = pointer->getType()->getPointerAddressSpace() == local_address_space;
        const llvm::SyncScope::ID scope = is_local ? group : device;
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            load->setSyncScopeID(scope);
            if (kind == target_kind::spirv) call_load(*load);
        } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            store->setSyncScopeID(scope);
            if (kind == target_kind::spirv) call_store(*store);
        } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
            exchange->setSyncScopeID(scope);
        } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
            update->setSyncScopeID(scope);
            lower_update(*update);
        }
    }

private:
    void lower_update(llvm::AtomicRMWInst& update) {
        if (kind == target_kind::ptx) return order_by_fences(update);
        if (!is_in_spirv(update)) {
            llvm::expandAtomicRMWToCmpXchg(&update, compare_and_exchange);
        } else if (!update.getType()->isIntegerTy()) {
            exchange_as_integer(update);
        }
    }

    void exchange_as_integer(llvm::AtomicRMWInst& update) {
        llvm::IRBuilder<> builder(&update);
        llvm::Type* const bits = bits_of(builder, update.getType());
        auto* made = builder.CreateAtomicRMW(update.getOperation(), update.getPointerOperand(),
                                             builder.CreateBitCast(update.getValOperand(), bits), update.getAlign(),
                                             update.getOrdering(), update.getSyncScopeID());
        update.replaceAllUsesWith(builder.CreateBitCast(made, update.getType()));
        update.eraseFromParent();
    }

    // LLVM's NVPTX back end writes `atom` without an order, which is relaxed.
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

    // Of std::atomic_thread_fence: LLVM's SPIR-V back end does not say which memory it orders.
    void lower_fence(llvm::FenceInst& fence) {
        if (fence.getSyncScopeID() == llvm::SyncScope::SingleThread) return fence.eraseFromParent(), void();
        if (kind == target_kind::ptx) return fence.setSyncScopeID(device);
        llvm::IRBuilder<> builder(&fence);
        auto* const type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getInt32Ty()}, false);
        builder.CreateCall(module.getOrInsertFunction("_Z21__spirv_MemoryBarrierjj", type),
                           {builder.getInt32(spirv_values::device_scope),
                            builder.getInt32(spirv_semantics(fence.getOrdering()) | spirv_values::workgroup_memory |
                                             spirv_values::cross_workgroup_memory)});
        fence.eraseFromParent();
    }

    // LLVM's SPIR-V back end makes plain loads and stores of atomic ones.
    void call_load(llvm::LoadInst& load) {
        llvm::IRBuilder<> builder(&load);
        llvm::Type* const bits = bits_of(builder, load.getType());
        const std::string name = function_name("AtomicLoad", bits, load.getPointerAddressSpace(), "jj");
        auto* const type =
            llvm::FunctionType::get(bits, {load.getPointerOperandType(), builder.getInt32Ty(), builder.getInt32Ty()}, false);
        auto* const found = builder.CreateCall(module.getOrInsertFunction(name, type),
                                               {load.getPointerOperand(), scope_of(builder, load.getPointerAddressSpace()),
                                                builder.getInt32(spirv_semantics(load.getOrdering()))});
        load.replaceAllUsesWith(builder.CreateBitCast(found, load.getType()));
        load.eraseFromParent();
    }

    void call_store(llvm::StoreInst& store) {
        llvm::IRBuilder<> builder(&store);
        llvm::Value* const value = store.getValueOperand();
        llvm::Type* const bits = bits_of(builder, value->getType());
        const std::string letter = bits->isIntegerTy(64) ? "jjm" : "jjj";
        const std::string name = function_name("AtomicStore", bits, store.getPointerAddressSpace(), letter);
        auto* const type = llvm::FunctionType::get(
            builder.getVoidTy(), {store.getPointerOperandType(), builder.getInt32Ty(), builder.getInt32Ty(), bits}, false);
        builder.CreateCall(module.getOrInsertFunction(name, type),
                           {store.getPointerOperand(), scope_of(builder, store.getPointerAddressSpace()),
                            builder.getInt32(spirv_semantics(store.getOrdering())), builder.CreateBitCast(value, bits)});
        store.eraseFromParent();
    }

    static llvm::Type* bits_of(llvm::IRBuilder<>& builder, const llvm::Type* type) {
        return builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    }
    // A SPIR-V instruction as a function, mangled as LLVM's back end reads it: of a pointer to unsigned integers in an address
    // space.
    static std::string function_name(std::string_view instruction, const llvm::Type* bits, unsigned space,
                                     std::string_view others) {
        std::string name = "__spirv_" + std::string(instruction);
        name = "_Z" + std::to_string(name.size()) + name + "PU3AS" + std::to_string(space);
        return name + (bits->isIntegerTy(64) ? "m" : "j") + std::string(others);
    }
    static llvm::Value* scope_of(llvm::IRBuilder<>& builder, unsigned space) {
        return builder.getInt32(space == local_address_space ? spirv_values::workgroup_scope : spirv_values::device_scope);
    }
    static uint32_t spirv_semantics(llvm::AtomicOrdering order) {
        switch (order) {
            case llvm::AtomicOrdering::Acquire:
                return spirv_values::acquire;
            case llvm::AtomicOrdering::Release:
                return spirv_values::release;
            case llvm::AtomicOrdering::AcquireRelease:
                return spirv_values::acquire_release;
            case llvm::AtomicOrdering::SequentiallyConsistent:
                return spirv_values::sequentially_consistent;
            default:
                return 0;
        }
    }

    llvm::Module& module;
    target_kind kind;
    llvm::SyncScope::ID device;
    llvm::SyncScope::ID group;
};

// Widths that devices have, in memory that is known; the others are reported later.
bool can_be_lowered(llvm::Instruction& instruction) {
    if (llvm::isa<llvm::FenceInst>(instruction)) return true;
    const llvm::Value* const pointer = atomic_pointer(instruction);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space != global_address_space && space != local_address_space && !is_private(pointer)) return false;
    const auto bits = atomic_type(instruction)->getPrimitiveSizeInBits();
    return bits == 32 || bits == 64;
}

}  // namespace

llvm::PreservedAnalyses lower_atomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<llvm::Instruction*> found;
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (instruction.isAtomic() && can_be_lowered(instruction)) found.push_back(&instruction);
    atomics_of_kernel atomics(module, kind);
    for (llvm::Instruction* instruction : found) atomics.lower(*instruction);
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
