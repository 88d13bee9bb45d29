// What PTX makes of device functions and atomic instructions before code is generated.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

#include "../../middle_end/image_calls.hpp"
#include "../../middle_end/passes.hpp"

namespace ingot::compiler::ptx {

/// CUDA's driver reads the format from global memory, and 64 bits have the length `ll`. call_vprintf() replaces the calls.
inline constexpr printf_form printing {"ingot_device_printf", 1, "ll"};

/// For call_image_functions: PTX's texture and surface instructions on the handles of the image's descriptor.
llvm::Value* call_image_function(const image_call& what, llvm::IRBuilder<>& builder);

/// The order of atomic updates becomes fences around them: LLVM's NVPTX back end writes `atom` without an order, which is
/// relaxed.
class order_atomics : public llvm::PassInfoMixin<order_atomics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

}  // namespace ingot::compiler::ptx
