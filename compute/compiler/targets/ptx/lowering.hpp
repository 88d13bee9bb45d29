// The lowering of device functions, images, printing and atomic instructions to PTX. The first part has what runs in the
// middle end: a pass, and the parameters of other passes. The second part has steps of ptx_target::emit(), which define
// or replace the functions that the middle end left.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include "../../middle_end/image_calls.hpp"
#include "../../middle_end/passes.hpp"

namespace ingot::compiler::ptx {

// Passes of the middle end.

/// The printf function for call_printf. CUDA's driver reads the format from global memory, and 64-bit integers have the
/// length modifier `ll`. call_vprintf() replaces the calls of this function.
inline constexpr printf_interface ptx_printf {"ingot_device_printf", 1, "ll"};

/// Creates PTX's texture and surface instructions in place of an image call: the `image_lowering` for
/// call_image_functions. The instructions use the handles in the image's descriptor.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder);

/// Replaces the memory order of atomic updates by fences around them. LLVM's NVPTX back end writes `atom` without an
/// order, which means relaxed.
class order_atomics : public llvm::PassInfoMixin<order_atomics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

// Steps of ptx_target::emit().

/// Gives a device function a body, if the module declares it: `create` creates the instructions of the body and returns the
/// result, or null for a function that returns nothing. The optimiser inlines the function.
void define_function(llvm::Module& module, llvm::StringRef name,
                     llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::Function&)> create);

/// Replaces each call of a device function, if the module declares it, by instructions that `create` creates. This is for
/// functions whose calls pass a number that the instruction contains, so that one body could not serve all calls.
void replace_calls(llvm::Module& module, llvm::StringRef name,
                   llvm::function_ref<void(llvm::IRBuilder<>&, const llvm::CallInst&)> create);

/// Returns the constant that a call passes for an operand.
uint64_t constant_operand(const llvm::CallInst& call, unsigned operand);

/// Defines the device functions of work-items, the barrier and the fence that the module declares, by PTX's special
/// registers and instructions.
void define_work_item_functions(llvm::Module& module);

/// Defines the device functions of sub-groups that the module declares. A sub-group is a warp.
void define_sub_group_functions(llvm::Module& module);

/// Defines the device functions of asynchronous copies and prefetches that the module declares.
void define_copy_functions(llvm::Module& module);

/// Defines the device functions of matrix tiles that the module declares, by the instructions of tensor cores.
void define_matrix_functions(llvm::Module& module);

/// Defines the device functions of matrices in local memory that the module declares, by the instructions of tensor cores that
/// 128 work-items execute together.
void define_local_matrix_functions(llvm::Module& module);

/// Replaces calls of ingot_device_printf by calls of CUDA's vprintf(format, arguments). The arguments are in a struct
/// in the work-item's memory, each aligned to its size (CUDA C++ Programming Guide, formatted output; PTX ABI,
/// vprintf).
void call_vprintf(llvm::Module& module);

}  // namespace ingot::compiler::ptx
