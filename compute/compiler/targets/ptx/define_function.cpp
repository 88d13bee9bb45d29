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

}  // namespace ingot::compiler::ptx
