// Replaces requests for local memory by arrays in local memory (address space 3):
//   %tile = call ptr @ingot_device_local_memory(i64 4096, i64 16)
// becomes
//   @scale.local = internal addrspace(3) global [4096 x i8] undef, align 16
//   … addrspacecast (ptr addrspace(3) @scale.local to ptr) in place of %tile
// An array consists of whole words, because an atomic operation on 8 or 16 bits accesses the word that contains them
// (widen_atomics.cpp).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "address_spaces.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr uint64_t word_bytes = 4;

// Replaces one call. If the size or the alignment is not known at compile time, the call stays, diagnose_unsupported
// reports it, and this function returns false.
bool allocate(llvm::Module& module, llvm::CallInst& call) {
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    if (!bytes || !alignment || !llvm::isPowerOf2_64(alignment->getZExtValue())) return false;
    auto* type =
        llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), llvm::alignTo(bytes->getZExtValue(), word_bytes));
    auto* memory = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                            call.getFunction()->getName() + ".local", nullptr, llvm::GlobalValue::NotThreadLocal,
                                            local_space);
    memory->setAlignment(llvm::Align(std::max(alignment->getZExtValue(), word_bytes)));
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
