// An fma that rounds once, for drivers whose own rounds twice.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::vulkan {

/// Returns whether the driver's Fma of floats rounds once: a specialisation constant, as i32. The writer knows the function.
inline constexpr llvm::StringLiteral has_exact_fma_function = "ingot_device_has_exact_fma";

/// Replaces calls of llvm.fma of half and float by calls of a function that uses the driver's Fma only if it rounds once. The
/// pass runs after the Scalarizer.
class exact_fma : public llvm::PassInfoMixin<exact_fma> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::vulkan
