// Loads and stores of several neighbouring numbers by one instruction.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::vulkan {

/// Replaces accesses of two or four neighbouring numbers in global memory by one access of a vector, where the address is known
/// to be a multiple of the vector's size: the driver's compiler does not know that, and would access each number separately.
class vectorise_accesses : public llvm::PassInfoMixin<vectorise_accesses> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::vulkan
