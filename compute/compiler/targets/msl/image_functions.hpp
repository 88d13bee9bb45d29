// Images as textures of Metal. In a lowered module a texture is an argument of the type target("ingot.texture", shape, kind,
// access), and functions with the prefix "ingot_metal_image_" access it. image_texts.cpp writes their calls.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>

#include <ingot/language/image_types.hpp>
#include <string>
#include <vector>

#include "../../middle_end/image_calls.hpp"

namespace ingot::compiler::msl {

/// The names of the functions, each followed by "_float", "_int" or "_uint" for the type of the channels, except the query.
///
///     <4 x T> fetch(texture, i32 mode, i32 x, i32 y, i32 z, i32 layer, i32 level)
///     <4 x T> sample(texture, i32 sampler, float x, float y, float z, i32 layer, i32 level)
///     void write(texture, i32 x, i32 y, i32 z, i32 layer, T red, T green, T blue, T alpha)
///     i32 query(texture, i32 property, i32 level)
inline constexpr llvm::StringLiteral image_function_prefix = "ingot_metal_image_";

/// Returns the types of the arguments for an image parameter. An image that is read and written is passed twice, because a
/// texture with access::read_write can neither be sampled nor have most formats.
std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image);

/// The target's image_lowering.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder);

/// Is the instruction a call of one of the functions?
bool is_image_call(const llvm::Value& value);

/// Returns the shape of the image that a texture stands for.
image_shape shape_of_texture(const llvm::Type& texture);
/// Returns the type of a texture in Metal's language: "texture2d<float, access::sample>".
std::string texture_name(const llvm::Type& texture);

}  // namespace ingot::compiler::msl
