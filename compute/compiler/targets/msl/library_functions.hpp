// Mathematical functions that Metal's library lacks.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ingot::compiler::msl {

/// Defines the functions of OpenCL's mathematics for float that Metal lacks, such as cbrt, by the code of libclc:
///
///     %y = call float @_Z4cbrtf(float %x)
///
/// becomes a call of the function `precise_cbrt` that the module then has, as a kept function. Its tables become constants of
/// the module. Run this pass after call_mathematics and before place_constants. Throws std::runtime_error if libclc cannot be
/// read.
class define_missing_mathematics : public llvm::PassInfoMixin<define_missing_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::msl
