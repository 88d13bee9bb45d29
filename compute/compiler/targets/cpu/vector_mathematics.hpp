// Mathematical functions of vectors, which the backend has.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler::cpu {

/// Returns whether the backend has the function that is called also for vectors of 4, 8 and 16 floats.
bool is_vector_mathematics(const llvm::CallInst& call);

/// Creates the call for `lanes` work-items, in vectors of at most `widest` floats. From
///   %s = call float @ingot_cpu_sinf(float %x)
/// it makes
///   %s = call <8 x float> @ingot_cpu_sinf_lanes8(<8 x float> %x)
llvm::Value* call_vector_mathematics(const llvm::CallInst& call, unsigned lanes, unsigned widest,
                                     llvm::function_ref<llvm::Value*(llvm::Value*)> vector, llvm::IRBuilder<>& builder);

}  // namespace ingot::compiler::cpu
