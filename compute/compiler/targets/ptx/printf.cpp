// Replaces calls of printf by calls of CUDA's vprintf, which takes the arguments in a struct:
//   %r = call i32 (ptr addrspace(1), ...) @ingot_device_printf(ptr addrspace(1) @format, i32 %a, double %b)
// becomes
//   %arguments = alloca { i32, double }, align 8                 ; filled with %a and %b
//   %r = call i32 @vprintf(ptr %generic_format, ptr %arguments)  ; @format as a generic pointer
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

namespace {

// Stores the operands after the format in a struct in the work-item's memory. Returns the address of the struct, or
// null if there are no operands.
llvm::Value* store_arguments(llvm::CallInst& call, llvm::IRBuilder<>& builder) {
    auto* const generic = builder.getPtrTy();
    if (call.arg_size() < 2) return llvm::ConstantPointerNull::get(generic);
    std::vector<llvm::Type*> types;
    for (unsigned i = 1; i < call.arg_size(); ++i) types.push_back(call.getArgOperand(i)->getType());
    auto* const packed = llvm::StructType::create(call.getContext(), types, "printf_arguments");
    auto& first_block = call.getFunction()->getEntryBlock();
    auto* const memory = llvm::IRBuilder<>(&first_block, first_block.begin()).CreateAlloca(packed);
    memory->setAlignment(llvm::Align(8));
    for (unsigned i = 1; i < call.arg_size(); ++i)
        builder.CreateStore(call.getArgOperand(i), builder.CreateStructGEP(packed, memory, i - 1));
    return memory;
}

}  // namespace

void call_vprintf(llvm::Module& module) {
    llvm::Function* const printf = module.getFunction(llvm::StringRef(ptx_printf.function.data(), ptx_printf.function.size()));
    if (!printf) return;
    llvm::IRBuilder<> types(module.getContext());
    const llvm::FunctionCallee vprintf =
        module.getOrInsertFunction("vprintf", types.getInt32Ty(), types.getPtrTy(), types.getPtrTy());
    for (llvm::User* user : llvm::make_early_inc_range(printf->users())) {
        auto* const call = llvm::cast<llvm::CallInst>(user);
        llvm::IRBuilder<> builder(call);
        llvm::Value* const format = builder.CreateAddrSpaceCast(call->getArgOperand(0), builder.getPtrTy());
        call->replaceAllUsesWith(builder.CreateCall(vprintf, {format, store_arguments(*call, builder)}));
        call->eraseFromParent();
    }
    printf->eraseFromParent();
}

}  // namespace ingot::compiler::ptx
