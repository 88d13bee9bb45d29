// An fma that rounds once, for drivers whose own rounds twice.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

namespace ingot::compiler::vulkan {

/// Return whether the driver's Fma rounds once: specialisation constants, as i32. The writer knows the functions.
inline constexpr llvm::StringLiteral has_exact_fma_function = "ingot_device_has_exact_fma";                // of half and float
inline constexpr llvm::StringLiteral has_exact_double_fma_function = "ingot_device_has_exact_double_fma";  // of double

/// Creates the instructions of an fma of double that rounds once. They use no Fma.
llvm::Value* double_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c);

/// Replaces calls of llvm.fma by calls of a function that uses the driver's Fma only if it rounds once. The
/// pass runs after the Scalarizer.
class exact_fma : public llvm::PassInfoMixin<exact_fma> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::vulkan
