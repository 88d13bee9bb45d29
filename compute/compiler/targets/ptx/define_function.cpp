#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "lowering.hpp"

namespace ingot::compiler::ptx {

void define_function(llvm::Module& module, llvm::StringRef name,
                     llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Function&)> create) {
    llvm::Function* const function = module.getFunction(name);
    if (!function || !function->isDeclaration()) return;
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", function));
    if (llvm::Value* const result = create(builder, *function))
        builder.CreateRet(result);
    else
        builder.CreateRetVoid();
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
}

void replace_calls(llvm::Module& module, llvm::StringRef name,
                   llvm::function_ref<void(llvm::IRBuilder<>&, const llvm::CallInst&)> create) {
    llvm::Function* const function = module.getFunction(name);
    if (!function) return;
    for (llvm::User* const user : llvm::make_early_inc_range(function->users())) {
        auto* const call = llvm::cast<llvm::CallInst>(user);  // keep_device_functions has checked it
        llvm::IRBuilder<> builder(call);
        create(builder, *call);
        call->eraseFromParent();
    }
    function->eraseFromParent();
}

uint64_t constant_operand(const llvm::CallInst& call, unsigned operand) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getZExtValue();
}

}  // namespace ingot::compiler::ptx
