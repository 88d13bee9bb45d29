// Mathematical functions of libclc, a library with OpenCL's functions, for targets whose devices lack them.
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>
#include <vector>

namespace ingot::compiler::opencl_functions {

/// Defines functions of OpenCL's mathematics, such as cbrt, by the code of libclc:
///
///     %y = call float @_Z4cbrtf(float %x)
///
/// becomes a call of the function `precise_cbrt` that the module then has, as a kept function. Its tables become constants of
/// the module. Run this pass after call_mathematics and before place_constants. Throws std::runtime_error if libclc cannot be
/// read.
class define_by_libclc : public llvm::PassInfoMixin<define_by_libclc> {
public:
    /// Defines the functions of these names, and leaves the others.
    explicit define_by_libclc(std::vector<std::string> function_names) : names_(std::move(function_names)) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    std::vector<std::string> names_;
};

}  // namespace ingot::compiler::opencl_functions
