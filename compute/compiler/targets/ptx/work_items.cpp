// Defines the device functions of work-items, the barrier and the fence for PTX:
//   declare i64 @ingot_device_get_local_id(i32)
// becomes
//   define internal i64 @ingot_device_get_local_id(i32 %dimension) alwaysinline {
//     switch i32 %dimension, …              ; a case for each dimension: 0 reads the register %tid.x
// PTX calls a work-group a block and a work-item a thread.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <array>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// The intrinsics that read a special register, one for each dimension.
using register_of_dimension = std::array<llvm::Intrinsic::ID, 3>;

constexpr register_of_dimension thread {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                        llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
constexpr register_of_dimension threads {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                         llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z};
constexpr register_of_dimension block {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                       llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
constexpr register_of_dimension blocks {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
                                        llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                                        llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z};

// A work-item function as a formula: first, first * factor, or first * factor + summand. The factor and the summand are
// null if the formula has none.
struct work_item_function {
    const char* name = nullptr;
    register_of_dimension first {};
    const register_of_dimension* factor = nullptr;
    const register_of_dimension* summand = nullptr;
};

const std::array<work_item_function, 6> functions {{
    {"ingot_device_get_global_id", block, &threads, &thread},
    {"ingot_device_get_local_id", thread},
    {"ingot_device_get_group_id", block},
    {"ingot_device_get_global_size", blocks, &threads},
    {"ingot_device_get_local_size", threads},
    {"ingot_device_get_num_groups", blocks},
}};

// Lets the optimiser inline the function and remove it.
void make_local(llvm::Function& function) {
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
}

// Defines a work-item function as a switch over the dimension. ingotc calls the function with a constant, so that the
// optimiser removes the switch. A dimension above 2 gives 0.
void define(llvm::Function& function, const work_item_function& formula) {
    auto& context = function.getContext();
    auto* entry = llvm::BasicBlock::Create(context, "", &function);
    auto* otherwise = llvm::BasicBlock::Create(context, "", &function);
    llvm::IRBuilder<> builder(entry);
    auto* choice = builder.CreateSwitch(function.getArg(0), otherwise, 3);
    builder.SetInsertPoint(otherwise);
    builder.CreateRet(builder.getInt64(0));
    for (uint32_t dimension = 0; dimension < 3; ++dimension) {
        auto* found = llvm::BasicBlock::Create(context, "", &function);
        choice->addCase(builder.getInt32(dimension), found);
        builder.SetInsertPoint(found);
        const auto read = [&](const register_of_dimension& source) { return builder.CreateIntrinsic(source[dimension], {}); };
        llvm::Value* value = read(formula.first);
        if (formula.factor) value = builder.CreateMul(value, read(*formula.factor));
        if (formula.summand) value = builder.CreateAdd(value, read(*formula.summand));
        builder.CreateRet(builder.CreateZExt(value, builder.getInt64Ty()));
    }
    make_local(function);
}

// Defines the barrier. PTX's barrier orders local and global memory within the group, for all values of the flags.
void define_barrier(llvm::Function& function) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(function.getContext(), "", &function));
    builder.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {builder.getInt32(0)});
    builder.CreateRetVoid();
    function.removeFnAttr(llvm::Attribute::NoDuplicate);
    make_local(function);
}

// Defines ingot_device_fence(scope, accesses) as a fence for the device if `scope` has the bit for global memory,
// otherwise for the group. All PTX fences order all kinds of memory.
void define_fence(llvm::Function& function) {
    auto& context = function.getContext();
    auto* entry = llvm::BasicBlock::Create(context, "", &function);
    auto* of_group = llvm::BasicBlock::Create(context, "", &function);
    auto* of_device = llvm::BasicBlock::Create(context, "", &function);
    llvm::IRBuilder<> builder(entry);
    llvm::Value* const global = builder.CreateAnd(function.getArg(0), builder.getInt32(2));
    builder.CreateCondBr(builder.CreateICmpEQ(global, builder.getInt32(0)), of_group, of_device);
    for (const auto& [body, scope] : {std::pair(of_group, "block"), std::pair(of_device, "device")}) {
        builder.SetInsertPoint(body);
        builder.CreateFence(llvm::AtomicOrdering::AcquireRelease, context.getOrInsertSyncScopeID(scope));
        builder.CreateRetVoid();
    }
    make_local(function);
}

}  // namespace

void define_work_item_functions(llvm::Module& module) {
    for (const work_item_function& formula : functions)
        if (auto* function = module.getFunction(formula.name); function && function->isDeclaration()) define(*function, formula);
    if (auto* barrier = module.getFunction("ingot_device_barrier"); barrier && barrier->isDeclaration()) define_barrier(*barrier);
    if (auto* fence = module.getFunction("ingot_device_fence"); fence && fence->isDeclaration()) define_fence(*fence);
}

}  // namespace ingot::compiler::ptx
