// Moves constants to an address space of the device (here 2, OpenCL's constant memory):
//   @table = internal constant [4 x float] …
//   %p = getelementptr [4 x float], ptr @table, i64 0, i64 %i
// becomes
//   @table = internal unnamed_addr addrspace(2) constant [4 x float] …
//   %p = getelementptr [4 x float], ptr addrspacecast (ptr addrspace(2) @table to ptr), i64 0, i64 %i
// If the constants are larger than the target's limit (49,152 bytes for CUDA), all of them move to global memory (1).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "address_spaces.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

uint64_t size_in_bytes(llvm::ArrayRef<llvm::GlobalVariable*> variables, const llvm::DataLayout& layout) {
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
    // All constants get the same address space, because one pointer may point to either of two constants.
    const unsigned space = size_in_bytes(constants, module.getDataLayout()) <= max_bytes_ ? space_ : global_space;
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
