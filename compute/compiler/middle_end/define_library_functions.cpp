#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// int memcmp(const void* left, const void* right, size_t bytes), byte by byte. bcmp asks only whether they differ.
void define_comparison(llvm::Function& function) {
    llvm::LLVMContext& context = function.getContext();
    auto* const entry = llvm::BasicBlock::Create(context, "", &function);
    auto* const next = llvm::BasicBlock::Create(context, "", &function);
    auto* const compare = llvm::BasicBlock::Create(context, "", &function);
    auto* const differ = llvm::BasicBlock::Create(context, "", &function);
    auto* const same = llvm::BasicBlock::Create(context, "", &function);
    llvm::Type* const byte = llvm::Type::getInt8Ty(context);

    llvm::IRBuilder<> builder(entry);
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
    llvm::PHINode* const at = builder.CreatePHI(builder.getInt64Ty(), 2);
    builder.CreateCondBr(builder.CreateICmpEQ(at, function.getArg(2)), same, compare);
    builder.SetInsertPoint(compare);
    llvm::Value* const left = builder.CreateLoad(byte, builder.CreatePtrAdd(function.getArg(0), at));
    llvm::Value* const right = builder.CreateLoad(byte, builder.CreatePtrAdd(function.getArg(1), at));
    llvm::Value* const after = builder.CreateAdd(at, builder.getInt64(1));
    builder.CreateCondBr(builder.CreateICmpEQ(left, right), next, differ);
    at->addIncoming(builder.getInt64(0), entry);
    at->addIncoming(after, compare);
    builder.SetInsertPoint(differ);
    builder.CreateRet(
        builder.CreateSub(builder.CreateZExt(left, builder.getInt32Ty()), builder.CreateZExt(right, builder.getInt32Ty())));
    builder.SetInsertPoint(same);
    builder.CreateRet(builder.getInt32(0));
}

}  // namespace

llvm::PreservedAnalyses define_library_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (const llvm::StringRef name : {"memcmp", "bcmp"}) {
        llvm::Function* const function = module.getFunction(name);
        if (!function || !function->isDeclaration() || function->arg_size() != 3 || !function->getReturnType()->isIntegerTy(32) ||
            !function->getArg(2)->getType()->isIntegerTy(64))
            continue;
        define_comparison(*function);
        function->setAttributes({});
        function->setName("ingot." + name);  // by its own name LLVM would know what it does, and call it again
        function->setLinkage(llvm::GlobalValue::InternalLinkage);
        function->setDoesNotThrow();
        function->addFnAttr(llvm::Attribute::AlwaysInline);
        for (llvm::User* user : function->users())
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeFnAttr(llvm::Attribute::NoInline);
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
