#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr unsigned global_address_space = 1;

uint64_t bytes_of(llvm::ArrayRef<llvm::GlobalVariable*> variables, const llvm::DataLayout& layout) {
    uint64_t bytes = 0;
    for (const llvm::GlobalVariable* variable : variables) bytes += layout.getTypeAllocSize(variable->getValueType());
    return bytes;
}

}  // namespace

llvm::PreservedAnalyses place_constants::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<llvm::GlobalVariable*> constants;
    for (llvm::GlobalVariable& variable : module.globals())
        if (variable.isConstant() && variable.getAddressSpace() == 0 && variable.hasInitializer() &&
            !variable.getName().starts_with("llvm."))
            constants.push_back(&variable);
    // All or none: one pointer may point to either of two constants.
    const unsigned chosen = bytes_of(constants, module.getDataLayout()) <= most_bytes ? space : global_address_space;
    for (llvm::GlobalVariable* variable : constants) {
        auto* placed =
            new llvm::GlobalVariable(module, variable->getValueType(), true, llvm::GlobalValue::InternalLinkage,
                                     variable->getInitializer(), "", variable, llvm::GlobalValue::NotThreadLocal, chosen);
        placed->takeName(variable);
        placed->setAlignment(variable->getAlign());
        placed->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
        variable->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(placed, variable->getType()));
        variable->eraseFromParent();
    }
    return constants.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
