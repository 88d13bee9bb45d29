// Replaces LLVM's intrinsics that SPIR-V lacks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::vulkan {

/// Returns 0, of which the driver's compiler does not know that it is 0, as an i32. The writer knows the function.
inline constexpr llvm::StringLiteral unknown_zero_function = "ingot_device_unknown_zero";

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
