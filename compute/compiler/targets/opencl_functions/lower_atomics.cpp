// Brings atomic instructions into the form that LLVM's SPIR-V back end translates. Calls replace the instructions that the
// back end would translate wrongly: it translates atomic loads and stores like plain ones, and does not state which
// memories a fence or an ordered atomic instruction orders.
//   %a = load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst
//   %b = atomicrmw add ptr addrspace(3) %q, i32 1 syncscope("workgroup") release
//   fence acq_rel
// becomes
//   %a = call i32 @_Z18__spirv_AtomicLoadPU3AS1jjj(ptr addrspace(1) %p, i32 1, i32 784)
//   %b = call i32 @_Z18__spirv_AtomicIAddPU3AS3jjjj(ptr addrspace(3) %q, i32 2, i32 772, i32 1)
//   call void @_Z21__spirv_MemoryBarrierjj(i32 1, i32 776)
// In C++ and in CUDA an order applies to all memory: a flag in local memory may announce data in global memory. Therefore
// the semantics of an ordered instruction always name local and global memory.
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

// Returns the name of the SPIR-V instruction of the Kernel capability that implements an update; "" if there is none.
std::string_view instruction_of(const llvm::AtomicRMWInst& update) {
    switch (update.getOperation()) {
        case llvm::AtomicRMWInst::Xchg:
            return "AtomicExchange";
        case llvm::AtomicRMWInst::Add:
            return "AtomicIAdd";
        case llvm::AtomicRMWInst::Sub:
            return "AtomicISub";
        case llvm::AtomicRMWInst::And:
            return "AtomicAnd";
        case llvm::AtomicRMWInst::Or:
            return "AtomicOr";
        case llvm::AtomicRMWInst::Xor:
            return "AtomicXor";
        case llvm::AtomicRMWInst::Max:
            return "AtomicSMax";
        case llvm::AtomicRMWInst::Min:
            return "AtomicSMin";
        case llvm::AtomicRMWInst::UMax:
            return "AtomicUMax";
        case llvm::AtomicRMWInst::UMin:
            return "AtomicUMin";
        default:
            return {};
    }
}

// Is the order of an instruction more than relaxed?
bool is_ordered(llvm::AtomicOrdering order) { return llvm::isStrongerThan(order, llvm::AtomicOrdering::Monotonic); }

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
        else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
            call_ordered_exchange(*exchange);
    }

private:
    void lower_update(llvm::AtomicRMWInst& update) {
        if (instruction_of(update).empty())
            loop_around_exchange(update);
        else if (!update.getType()->isIntegerTy())
            exchange_as_integer(update);
        else
            call_ordered_update(update);
    }

    // Replaces an update by a loop around a compare-exchange of the bits of its value, since SPIR-V compares integers
    // only.
    void loop_around_exchange(llvm::AtomicRMWInst& update) {
        llvm::AtomicCmpXchgInst* exchange = nullptr;
        llvm::expandAtomicRMWToCmpXchg(
            &update, [&](llvm::IRBuilderBase& builder, llvm::Value* address, llvm::Value* loaded_value, llvm::Value* desired,
                         llvm::Align alignment, llvm::AtomicOrdering order, llvm::SyncScope::ID scope, llvm::Value*& success,
                         llvm::Value*& found, llvm::Instruction*) {
                llvm::Type* const type = loaded_value->getType();
                llvm::Type* const bits = bits_of(builder, type);
                exchange = builder.CreateAtomicCmpXchg(address, builder.CreateBitCast(loaded_value, bits),
                                                       builder.CreateBitCast(desired, bits), alignment, order,
                                                       llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
                success = builder.CreateExtractValue(exchange, 1);
                found = builder.CreateBitCast(builder.CreateExtractValue(exchange, 0), type);
            });
        call_ordered_exchange(*exchange);
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
        call_ordered_update(*exchange);
    }

    // Replaces an update by a call if it orders other accesses: LLVM's back end does not state which memories it orders.
    void call_ordered_update(llvm::AtomicRMWInst& update) {
        if (!is_ordered(update.getOrdering())) return;
        llvm::IRBuilder<> builder(&update);
        llvm::Value* const found = call_atomic(builder, instruction_of(update), update.getType(), update.getPointerOperand(),
                                               {semantics(builder, update.getOrdering()), update.getValOperand()});
        update.replaceAllUsesWith(found);
        update.eraseFromParent();
    }

    // Replaces a compare-exchange by a call if it orders other accesses. SPIR-V's instruction returns the value that it
    // found, and its last operand is the value to compare with.
    void call_ordered_exchange(llvm::AtomicCmpXchgInst& exchange) {
        const llvm::AtomicOrdering order = exchange.getMergedOrdering();
        if (!is_ordered(order)) return;
        llvm::IRBuilder<> builder(&exchange);
        llvm::Value* const expected = exchange.getCompareOperand();
        llvm::Value* const found =
            call_atomic(builder, "AtomicCompareExchange", expected->getType(), exchange.getPointerOperand(),
                        {semantics(builder, order), semantics(builder, exchange.getFailureOrdering()),
                         exchange.getNewValOperand(), expected});
        llvm::Value* const success = builder.CreateICmpEQ(found, expected);
        for (llvm::User* const user : llvm::make_early_inc_range(exchange.users()))
            if (auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(user)) {
                part->replaceAllUsesWith(part->getIndices()[0] == 0 ? found : success);
                part->eraseFromParent();
            }
        if (!exchange.use_empty()) {
            llvm::Value* const both = builder.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), found, 0);
            exchange.replaceAllUsesWith(builder.CreateInsertValue(both, success, 1));
        }
        exchange.eraseFromParent();
    }

    // Replaces a fence, which comes from std::atomic_thread_fence, by a memory barrier.
    void call_fence(llvm::FenceInst& fence) {
        llvm::IRBuilder<> builder(&fence);
        call_memory_barrier(builder, spirv_values::device_scope, spirv_semantics(fence.getOrdering()));
        fence.eraseFromParent();
    }

    void call_load(llvm::LoadInst& load) {
        llvm::IRBuilder<> builder(&load);
        llvm::Value* const found = call_atomic(builder, "AtomicLoad", bits_of(builder, load.getType()), load.getPointerOperand(),
                                               {semantics(builder, load.getOrdering())});
        load.replaceAllUsesWith(builder.CreateBitCast(found, load.getType()));
        load.eraseFromParent();
    }

    void call_store(llvm::StoreInst& store) {
        llvm::IRBuilder<> builder(&store);
        llvm::Value* const value = store.getValueOperand();
        call_atomic(builder, "AtomicStore", builder.getVoidTy(), store.getPointerOperand(),
                    {semantics(builder, store.getOrdering()), builder.CreateBitCast(value, bits_of(builder, value->getType()))});
        store.eraseFromParent();
    }

    // Calls the function that LLVM's back end turns into a SPIR-V instruction with these operands: the pointer, the scope,
    // and `operands`. The function's name is mangled for a pointer to unsigned integers in an address space, followed by
    // the other parameters. The integers have the type of the result; for a store, that of the last operand.
    llvm::CallInst* call_atomic(llvm::IRBuilder<>& builder, std::string_view instruction, llvm::Type* result,
                                llvm::Value* pointer, llvm::ArrayRef<llvm::Value*> operands) {
        const unsigned space = pointer->getType()->getPointerAddressSpace();
        llvm::SmallVector<llvm::Value*> all {
            pointer, builder.getInt32(space == local_space ? spirv_values::workgroup_scope : spirv_values::device_scope)};
        all.append(operands.begin(), operands.end());
        llvm::SmallVector<llvm::Type*> types;
        std::string letters;
        for (const llvm::Value* const each : all) {
            types.push_back(each->getType());
            if (each != pointer) letters += letter_of(each->getType());
        }
        const char memory = letter_of(result->isVoidTy() ? types.back() : result);
        std::string name = "__spirv_" + std::string(instruction);
        name = "_Z" + std::to_string(name.size()) + name + "PU3AS" + std::to_string(space) + memory + letters;
        llvm::FunctionCallee callee = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
        mark_built_in(*llvm::cast<llvm::Function>(callee.getCallee()), nullptr, device_effect::memory);
        return builder.CreateCall(callee, all);
    }
    static char letter_of(const llvm::Type* type) { return type->isIntegerTy(64) ? 'm' : 'j'; }

    static llvm::Type* bits_of(llvm::IRBuilderBase& builder, const llvm::Type* type) {
        return builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    }

    static llvm::Value* semantics(llvm::IRBuilder<>& builder, llvm::AtomicOrdering order) {
        return builder.getInt32(spirv_semantics(order));
    }
    // Returns SPIR-V's memory semantics: the order, and the memories that it orders.
    static uint32_t spirv_semantics(llvm::AtomicOrdering order) {
        constexpr uint32_t memories = spirv_values::workgroup_memory | spirv_values::cross_workgroup_memory;
        switch (order) {
            case llvm::AtomicOrdering::Acquire:
                return spirv_values::acquire | memories;
            case llvm::AtomicOrdering::Release:
                return spirv_values::release | memories;
            case llvm::AtomicOrdering::AcquireRelease:
                return spirv_values::acquire_release | memories;
            case llvm::AtomicOrdering::SequentiallyConsistent:
                return spirv_values::sequentially_consistent | memories;
            default:
                return spirv_values::relaxed;
        }
    }

    llvm::Module& module_;
};

}  // namespace

llvm::PreservedAnalyses lower_atomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    atomic_lowering lowering(module);
    const bool has_changed = for_each_device_atomic(module, [&](llvm::Instruction& instruction) { lowering.lower(instruction); });
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace ingot::compiler::opencl_functions
