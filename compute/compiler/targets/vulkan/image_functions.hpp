// Images. The language's image functions become a few functions that the writer knows, which have the names of this file:
//   %texel = call <4 x float> @ingot_vulkan_image_fetch.3.0.0(target("ingot.vulkan.image", 3, 0, 0) %image, i32 %x, i32 %y, …)
// What Vulkan does not define becomes instructions around them: a fetch outside of the image, a layer or level that does not
// exist.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "../../middle_end/image_calls.hpp"

namespace ingot::compiler::vulkan {

inline constexpr llvm::StringLiteral image_function_prefix = "ingot_vulkan_image_";

/// What an argument of an image's type is.
struct image_handle {
    image_shape shape;
    sample_kind kind;
    bool is_written;  ///< is it a spv::StorageClass image that the kernel writes, and not a sampled image that it reads?
};

/// Returns the description of an argument's type. The type is that of an image argument.
image_handle handle_of(const llvm::Type& type);

/// Has the image layers? A cube is an array of faces.
bool has_layers(image_shape shape);

/// Returns the types of the kernel's arguments for an image: one to read, one to write, or both.
std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image);

/// The `image_lowering` for call_image_functions.
llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder);

}  // namespace ingot::compiler::vulkan
