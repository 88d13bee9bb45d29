// The fma of double by integers.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace ingot::compiler::vulkan {

/// Creates the instructions of an fma of double that rounds once. They use no Fma.
llvm::Value* double_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c);

}  // namespace ingot::compiler::vulkan
