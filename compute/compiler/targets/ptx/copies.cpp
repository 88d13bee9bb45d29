// Defines the device functions of asynchronous copies, for compute capability 8.0 and later, and of prefetches:
//   call void @ingot_device_copy_to_local(ptr %to, ptr %from, i32 16)
//   call void @ingot_device_end_copy()
//   call void @ingot_device_wait_for_copies(i32 1)
//   call void @ingot_device_prefetch(ptr %address)
// becomes in PTX
//   cp.async.cg.shared.global [%to], [%from], 16;
//   cp.async.commit_group;
//   cp.async.wait_group 1;
//   prefetch.L2 [%address];
// ("PTX ISA", data movement and conversion instructions).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "../../middle_end/address_spaces.hpp"
#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// Returns the instruction that copies so many bytes. Copies of 16 bytes bypass the L1 cache (cg), others cannot.
llvm::Intrinsic::ID copy_of(uint64_t bytes) {
    return bytes == 16  ? llvm::Intrinsic::nvvm_cp_async_cg_shared_global_16
           : bytes == 8 ? llvm::Intrinsic::nvvm_cp_async_ca_shared_global_8
                        : llvm::Intrinsic::nvvm_cp_async_ca_shared_global_4;
}

}  // namespace

void define_copy_functions(llvm::Module& module) {
    replace_calls(module, "ingot_device_copy_to_local", [](llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
        const auto in_space = [&](unsigned operand, unsigned space) {
            return builder.CreateAddrSpaceCast(call.getArgOperand(operand), builder.getPtrTy(space));
        };
        builder.CreateIntrinsic(copy_of(constant_operand(call, 2)), {in_space(0, local_space), in_space(1, global_space)});
    });
    replace_calls(module, "ingot_device_end_copy", [](llvm::IRBuilder<>& builder, const llvm::CallInst&) {
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_commit_group, {});
    });
    replace_calls(module, "ingot_device_wait_for_copies", [](llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
        builder.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_wait_group,
                                {builder.getInt32(static_cast<uint32_t>(constant_operand(call, 0)))});
    });
    // The address is generic: for local memory the instruction does nothing. LLVM has an intrinsic only for compute capability
    // 9.0 and later, but every device has the instruction.
    replace_calls(module, "ingot_device_prefetch", [](llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
        auto* const type = llvm::FunctionType::get(builder.getVoidTy(), {call.getArgOperand(0)->getType()}, false);
        builder.CreateCall(llvm::InlineAsm::get(type, "prefetch.L2 [$0];", "l", true), {call.getArgOperand(0)});
    });
}

}  // namespace ingot::compiler::ptx
