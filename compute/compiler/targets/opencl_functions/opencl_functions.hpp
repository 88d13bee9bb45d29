// The lowering to OpenCL's built-in functions, by the C++ mangling that LLVM's SPIR-V back end and llvm-spirv know. It is a
// library for targets whose devices have those functions; PTX takes the mathematics from it, for libclc's names are OpenCL's.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <ingot/archive/archive.hpp>
#include <vector>

#include "../../middle_end/image_calls.hpp"
#include "../../middle_end/passes.hpp"

namespace ingot::compiler::opencl_functions {

/// OpenCL's constant memory.
inline constexpr unsigned constant_space = 2;

/// OpenCL C's printf: its format lies in constant memory, and 64 bits have the length `l`.
inline constexpr printf_form printing {"_Z6printfPU3AS2Kcz", constant_space, "l"};

/// SPIR-V's OpMemoryBarrier(scope, semantics).
inline constexpr llvm::StringLiteral memory_barrier = "_Z21__spirv_MemoryBarrierjj";

/// A call of it, by the numbers in spirv_values.hpp.
void call_memory_barrier(llvm::IRBuilder<>& builder, uint32_t scope, uint32_t semantics);

/// On a function that writes integers to layers of an image: to a 2D array, a cube or a three-dimensional image.
inline constexpr llvm::StringLiteral writes_layers_attribute = "ingot-writes-layers";

/// LLVM's mathematical intrinsics, the C library's functions and the language's become OpenCL's; so does the remainder of a
/// division.
class call_mathematics : public llvm::PassInfoMixin<call_mathematics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// The device functions of work-items, barriers, fences and sub-groups become OpenCL's. A fence whose operands are no constants
/// stays.
class call_opencl_functions : public llvm::PassInfoMixin<call_opencl_functions> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Atomic instructions get the form that LLVM's SPIR-V back end takes: loads, stores and fences are functions, and updates that
/// SPIR-V does not have are loops of compare and exchange.
class lower_atomics : public llvm::PassInfoMixin<lower_atomics> {
public:
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// An image as OpenCL 1.2 has it: one argument to read and one to write, of those that the access asks for.
std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image);

/// For call_image_functions: OpenCL's function on the image's argument.
llvm::Value* call_image_function(const image_call& what, llvm::IRBuilder<>& builder);

/// All of the above that belongs into target::lower_device_functions().
void lower_device_functions(llvm::ModulePassManager& passes);

}  // namespace ingot::compiler::opencl_functions
