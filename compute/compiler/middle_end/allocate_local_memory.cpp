#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned local_address_space = 3;

// Returns false for sizes that are not known at compile time; the call stays and is reported as a device's limit.
bool allocate(llvm::Module& module, llvm::CallInst& call) {
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    if (!bytes || !alignment || !llvm::isPowerOf2_64(alignment->getZExtValue())) return false;
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), bytes->getZExtValue());
    auto* memory = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                            call.getFunction()->getName() + ".local", nullptr, llvm::GlobalValue::NotThreadLocal,
                                            local_address_space);
    memory->setAlignment(llvm::Align(alignment->getZExtValue()));
    call.replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(memory, call.getType()));
    call.eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses allocate_local_memory::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* const request = module.getFunction("ingot_device_local_memory");
    if (!request) return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::User* user : request->users())
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == request)
            calls.push_back(call);
    for (llvm::CallInst* call : calls) allocate(module, *call);
    if (request->use_empty()) request->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
