// Calls of the language's image functions, as targets lower them.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <ingot/language/image_functions.hpp>

#include "image_arguments.hpp"

namespace ingot::compiler {

/// The image functions: reading a pixel, sampling, writing channels, storing bytes, and querying sizes.
enum class image_operation { fetch, sample, write, store, query };

/// A decoded call of an image function, such as ingot_device_image_sample_float or ingot_device_image_query.
struct image_call {
    image_operation operation;
    sample_kind kind;  ///< the type of the channels, for fetch, sample and write
    image_arguments image;
    llvm::CallInst* instruction;

    llvm::Value* operand(unsigned index) const { return instruction->getArgOperand(index); }
    /// Returns the constant operand: the sampler, the address mode, the number of bytes or the query.
    uint32_t constant_operand() const;
};

/// Creates the target's instructions for an image call before that call, which is erased afterwards. Returns the result
/// of a query, and null for any other operation. The instructions of a fetch or a sample store the channels that they read:
/// store_texel() creates these stores.
using image_lowering = llvm::Value* (*)(const image_call& call, llvm::IRBuilder<>& builder);

/// Creates instructions that store four channels at the address in the call's last operand.
void store_texel(const image_call& call, llvm::IRBuilder<>& builder, const std::array<llvm::Value*, 4>& channels);

}  // namespace ingot::compiler
