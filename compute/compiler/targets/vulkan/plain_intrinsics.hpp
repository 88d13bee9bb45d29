// Replaces LLVM's intrinsics that SPIR-V lacks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::vulkan {

/// Replaces intrinsics by plain instructions and by the few intrinsics that the writer knows. Of the functions that count bits
/// only those of 32 bits stay.
class plain_intrinsics : public llvm::PassInfoMixin<plain_intrinsics> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces copies and fills of memory by loads and stores. The pass runs after expand_memory_intrinsics.
class plain_copies : public llvm::PassInfoMixin<plain_copies> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::vulkan
