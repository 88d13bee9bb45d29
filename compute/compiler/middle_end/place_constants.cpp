#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "passes.hpp"

namespace ingot::compiler {

llvm::PreservedAnalyses place_constants::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<llvm::GlobalVariable*> constants;
    for (llvm::GlobalVariable& variable : module.globals())
        if (variable.isConstant() && variable.getAddressSpace() == 0 && variable.hasInitializer() &&
            !variable.getName().starts_with("llvm."))
            constants.push_back(&variable);
    for (llvm::GlobalVariable* variable : constants) {
        auto* placed =
            new llvm::GlobalVariable(module, variable->getValueType(), true, llvm::GlobalValue::InternalLinkage,
                                     variable->getInitializer(), "", variable, llvm::GlobalValue::NotThreadLocal, space);
        placed->takeName(variable);
        placed->setAlignment(variable->getAlign());
        placed->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
        variable->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(placed, variable->getType()));
        variable->eraseFromParent();
    }
    return constants.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
