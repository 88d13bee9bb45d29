// The image functions of the language, as each target lowers them.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <ingot/language/image_functions.hpp>

#include "image_arguments.hpp"

namespace ingot::compiler {

enum class image_operation { fetch, sample, write, store, query };

/// A call of ingot_device_image_OPERATION_KIND, with what its first arguments mean.
struct image_call {
    image_operation operation;
    sample_kind kind;  ///< of fetch, sample and write
    image_arguments image;
    llvm::CallInst* call;

    llvm::Value* operand(unsigned index) const { return call->getArgOperand(index); }
    /// The operand that is a constant: the sampler, the address mode, the number of bytes, the query.
    uint32_t constant() const;
};

/// Puts what the target has for it before the call, which is then erased, and returns what replaces a query's result, or null for
/// the others. What was read is stored where the call asks for it: store_texel().
using image_lowering = llvm::Value* (*)(const image_call& what, llvm::IRBuilder<>& builder);

/// Stores four channels through the call's last operand.
void store_texel(const image_call& what, llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 4>& channels);

}  // namespace ingot::compiler
