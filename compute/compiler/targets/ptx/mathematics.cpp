#include "mathematics.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "libclc_corrections.hpp"

namespace ingot::compiler::ptx {

namespace {

// The device computes 1/sqrt in one instruction, with an error of 2^-22.9 (PTX ISA, rsqrt); libclc divides by a root.
void use_rsqrt_instruction(llvm::Module& module, bool fast_math) {
    llvm::Function* const rsqrt = module.getFunction("_Z5rsqrtf");
    if (!rsqrt) return;
    llvm::Function* const instruction = llvm::Intrinsic::getOrInsertDeclaration(
        &module, fast_math ? llvm::Intrinsic::nvvm_rsqrt_approx_ftz_f : llvm::Intrinsic::nvvm_rsqrt_approx_f);
    rsqrt->replaceAllUsesWith(instruction);
    rsqrt->eraseFromParent();
}

}  // namespace

void prepare_mathematics(llvm::Module& module, bool fast_math) {
    use_rsqrt_instruction(module, fast_math);
    correct_libclc(module, fast_math);
}

}  // namespace ingot::compiler::ptx
