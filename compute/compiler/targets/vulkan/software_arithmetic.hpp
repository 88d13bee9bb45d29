// Arithmetic that is rounded correctly, whatever the driver's instructions do. It uses integers, and the driver's division and
// square root of float only for estimates.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace ingot::compiler::vulkan {

/// Creates the instructions of an fma of half, float or double that rounds once. They use no Fma.
llvm::Value* software_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c);

/// Creates the instructions of a division of half, float or double, rounded to the nearest, ties to even.
llvm::Value* software_quotient(llvm::IRBuilder<>& builder, llvm::Value* dividend, llvm::Value* divisor);

/// The same for the square root.
llvm::Value* software_root(llvm::IRBuilder<>& builder, llvm::Value* square);

}  // namespace ingot::compiler::vulkan
