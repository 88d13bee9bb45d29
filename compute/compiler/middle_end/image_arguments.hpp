// How an image is passed to a kernel: as one or two arguments of the kernel function. Inside the kernel a token
// represents the image. The token is the address of an undefined variable. The variable's name holds the image's shape,
// the index of the argument through which the kernel reads the image, and the index of the one through which it writes:
//   @ingot_device_image_token.image_2d.0.1      ; a two-dimensional image: argument 0 reads it, argument 1 writes it
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <ingot/language/image_types.hpp>
#include <optional>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

/// The attribute of an image argument if the kernel may read mip levels of the image other than the first.
inline constexpr llvm::StringRef reads_levels_attribute = "ingot-reads-levels";

/// Returns the number of arguments of the kernel function for a parameter: 1, or for an image as many as the target
/// requires.
unsigned argument_count(llvm::LLVMContext& context, const archive::parameter& parameter, const target& target);

/// Returns the token of an image that is passed as `count` arguments from the index `first_argument` on. In the name of the
/// token, "-" replaces the index of the argument to read if the kernel does not read the image, and the index of the
/// argument to write if the kernel does not write the image.
llvm::Constant* image_token(llvm::Module& module, const archive::parameter& parameter, unsigned first_argument, unsigned count);

/// The arguments of a kernel function for one image.
struct image_arguments {
    image_shape shape;
    llvm::Argument* readable;  ///< the argument to read; null if the kernel does not read the image
    llvm::Argument* writable;  ///< the argument to write, possibly the same; null if the kernel does not write the image
};

/// Returns the arguments of the image that a token represents in a kernel. Returns nothing if the value is no token.
std::optional<image_arguments> find_image_arguments(const llvm::Value& token, llvm::Function& kernel);

}  // namespace ingot::compiler
