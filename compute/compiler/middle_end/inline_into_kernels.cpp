#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// A chain of function pointers that longer rounds would resolve is no chain that a person wrote.
constexpr int most_rounds = 16;

bool calls_defined_function(const llvm::Module& module) {
    for (const llvm::Function& function : module) {
        if (function.isDeclaration() || function.hasLocalLinkage()) continue;
        for (const llvm::BasicBlock& block : function)
            for (const llvm::Instruction& instruction : block)
                if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                    if (const llvm::Function* callee = call->getCalledFunction(); callee && !callee->isDeclaration()) return true;
    }
    return false;
}

}  // namespace

llvm::PreservedAnalyses inline_into_kernels::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::ModulePassManager round;
    round.addPass(llvm::AlwaysInlinerPass());
    round.addPass(llvm::GlobalDCEPass());
    llvm::FunctionPassManager simplify;
    simplify.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    simplify.addPass(llvm::EarlyCSEPass(true));
    simplify.addPass(llvm::InstCombinePass());
    round.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));

    for (int i = 0; i < most_rounds; ++i) {
        round.run(module, analyses);
        if (!calls_defined_function(module)) break;
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
