// Lowers device functions, mathematics, printing and images to OpenCL's built-in functions, by the mangled C++ names
// that LLVM's SPIR-V back end and llvm-spirv recognise: sin(float) is _Z3sinf. Targets whose devices have these
// functions share this library. PTX uses only call_mathematics, because libclc has these functions under OpenCL's names.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <vector>

#include "../../middle_end/image_calls.hpp"
#include "../../middle_end/passes.hpp"

namespace ingot::compiler::opencl_functions {

/// The address space of OpenCL's constant memory.
inline constexpr unsigned constant_space = 2;

/// OpenCL C's printf: its format is in constant memory, and 64-bit integers have the length modifier `l`.
inline constexpr printf_interface opencl_printf {"_Z6printfPU3AS2Kcz", constant_space, "l"};

/// The name of the function that LLVM's SPIR-V back end turns into OpMemoryBarrier(scope, semantics).
inline constexpr llvm::StringLiteral memory_barrier = "_Z21__spirv_MemoryBarrierjj";

/// Creates a call of the function `memory_barrier`. spirv_values.hpp has the values of scope and semantics.
void call_memory_barrier(llvm::IRBuilder<>& builder, uint32_t scope, uint32_t semantics);

/// The attribute of a function that writes integers to layers of an image: to a 2D array, a cube or a three-dimensional
/// image.
inline constexpr llvm::StringLiteral writes_layers_attribute = "ingot-writes-layers";

/// Replaces mathematical functions (LLVM's intrinsics, the C library's and the language's functions) by OpenCL's, and
/// the instruction frem by fmod.
class call_mathematics : public llvm::PassInfoMixin<call_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Replaces the device functions of work-items, barriers, fences and sub-groups by OpenCL's. A fence with an operand that is
/// not constant stays and is reported as an error.
class call_opencl_functions : public llvm::PassInfoMixin<call_opencl_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Brings atomic instructions into the form that LLVM's SPIR-V back end translates: loads, stores, fences, and ordered
/// updates and exchanges become function calls, and updates that SPIR-V does not have become compare-exchange loops.
class lower_atomics : public llvm::PassInfoMixin<lower_atomics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// In a kernel with barriers, makes the condition of an innermost loop depend on the work-item's id, if a loop around it may end
/// at different times for different work-items. PoCL computes wrong results otherwise.
class hide_uniform_loops : public llvm::PassInfoMixin<hide_uniform_loops> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// A kernel with more instructions is large for outline_large_kernels.
inline constexpr unsigned large_kernel = 2000;

/// Moves the code of each large kernel without barriers into a function that the kernel calls, so that PoCL compiles it once
/// and not three times. For drivers of CPUs: on a GPU the call would cost registers.
class outline_large_kernels : public llvm::PassInfoMixin<outline_large_kernels> {
public:
    explicit outline_large_kernels(unsigned limit = large_kernel) : limit_(limit) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    unsigned limit_;
};

/// Returns whether outline_large_kernels changes the module.
bool has_large_kernel(const llvm::Module& module);

/// Returns the types of the kernel arguments for an image. OpenCL 1.2 requires one argument to read and another to
/// write; the image's access decides which of the two there are.
std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image);

/// Calls OpenCL's built-in function in place of an image call: the `image_lowering` for call_image_functions.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder);

/// Adds the passes above that lower device functions: an implementation of target::lower_device_functions().
void lower_device_functions(llvm::ModulePassManager& passes);

}  // namespace ingot::compiler::opencl_functions
