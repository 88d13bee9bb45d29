// Brings atomic instructions into the form that LLVM's SPIR-V back end translates. Calls replace what the back end
// would translate wrongly: it makes plain loads and stores of atomic ones, and does not specify the memory that a
// fence orders.
//   %a = load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst
//   fence acq_rel
// becomes
//   %a = call i32 @_Z18__spirv_AtomicLoadPU3AS1jjj(ptr addrspace(1) %p, i32 1, i32 16)
//   call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 776)
// An update that SPIR-V does not have, like the addition of floating-point numbers, becomes a loop around cmpxchg.
#include <llvm/CodeGen/AtomicExpandUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "../../middle_end/atomics.hpp"
#include "../../middle_end/device_functions.hpp"
#include "opencl_functions.hpp"
#include "spirv_values.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

// Does one SPIR-V instruction of the Kernel capability implement this update?
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

// Creates the compare-exchange in the loop of an update, on the bits of a value, since SPIR-V compares integers only.
// llvm::expandAtomicRMWToCmpXchg calls this function.
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

// Lowers the atomic instructions of one module.
class atomic_lowering {
public:
    explicit atomic_lowering(llvm::Module& lowered) : module_(lowered) {}

    void lower(llvm::Instruction& instruction) {
        if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction))
            call_fence(*fence);
        else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
            call_load(*load);
        else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
            call_store(*store);
        else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
            lower_update(*update);
    }

private:
    void lower_update(llvm::AtomicRMWInst& update) {
        if (!is_in_spirv(update))
            llvm::expandAtomicRMWToCmpXchg(&update, compare_and_exchange);
        else if (!update.getType()->isIntegerTy())
            exchange_as_integer(update);
    }

    // Replaces the exchange of a floating-point number by the exchange of its bits.
    void exchange_as_integer(llvm::AtomicRMWInst& update) {
        llvm::IRBuilder<> builder(&update);
        llvm::Type* const bits = bits_of(builder, update.getType());
        auto* exchange = builder.CreateAtomicRMW(update.getOperation(), update.getPointerOperand(),
                                                 builder.CreateBitCast(update.getValOperand(), bits), update.getAlign(),
                                                 update.getOrdering(), update.getSyncScopeID());
        update.replaceAllUsesWith(builder.CreateBitCast(exchange, update.getType()));
        update.eraseFromParent();
    }

    // Replaces a fence, which comes from std::atomic_thread_fence, by a memory barrier for local and global memory.
    void call_fence(llvm::FenceInst& fence) {
        llvm::IRBuilder<> builder(&fence);
        call_memory_barrier(
            builder, spirv_values::device_scope,
            spirv_semantics(fence.getOrdering()) | spirv_values::workgroup_memory | spirv_values::cross_workgroup_memory);
        fence.eraseFromParent();
    }

    void call_load(llvm::LoadInst& load) {
        llvm::IRBuilder<> builder(&load);
        llvm::Type* const bits = bits_of(builder, load.getType());
        const std::string name = function_name("AtomicLoad", bits, load.getPointerAddressSpace(), "jj");
        auto* const type =
            llvm::FunctionType::get(bits, {load.getPointerOperandType(), builder.getInt32Ty(), builder.getInt32Ty()}, false);
        auto* const found =
            builder.CreateCall(declare(name, type), {load.getPointerOperand(), scope_of(builder, load.getPointerAddressSpace()),
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
        builder.CreateCall(declare(name, type),
                           {store.getPointerOperand(), scope_of(builder, store.getPointerAddressSpace()),
                            builder.getInt32(spirv_semantics(store.getOrdering())), builder.CreateBitCast(value, bits)});
        store.eraseFromParent();
    }

    llvm::FunctionCallee declare(const std::string& name, llvm::FunctionType* type) {
        llvm::FunctionCallee callee = module_.getOrInsertFunction(name, type);
        mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), nullptr, device_effect::memory);
        return callee;
    }

    static llvm::Type* bits_of(llvm::IRBuilder<>& builder, const llvm::Type* type) {
        return builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    }
    // Returns the name of the function that LLVM's back end turns into a SPIR-V instruction. The name is mangled for a
    // pointer to unsigned integers in an address space, followed by other parameters.
    static std::string function_name(std::string_view instruction, const llvm::Type* bits, unsigned space,
                                     std::string_view others) {
        std::string name = "__spirv_" + std::string(instruction);
        name = "_Z" + std::to_string(name.size()) + name + "PU3AS" + std::to_string(space);
        return name + (bits->isIntegerTy(64) ? "m" : "j") + std::string(others);
    }
    static llvm::Value* scope_of(llvm::IRBuilder<>& builder, unsigned space) {
        return builder.getInt32(space == local_space ? spirv_values::workgroup_scope : spirv_values::device_scope);
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

    llvm::Module& module_;
};

}  // namespace

llvm::PreservedAnalyses lower_atomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    atomic_lowering lowering(module);
    const bool changed = for_each_device_atomic(module, [&](llvm::Instruction& instruction) { lowering.lower(instruction); });
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler::opencl_functions
