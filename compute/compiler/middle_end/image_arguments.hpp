// How an image gets into a kernel: as one or two arguments, and inside of the kernel as a token that names them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <ingot/language/image_types.hpp>
#include <optional>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

/// On an argument of which the kernel reads mip levels other than the first.
inline constexpr llvm::StringRef reads_levels_attribute = "ingot-reads-levels";

/// How many arguments of the kernel function are a parameter's: one, or of an image as many as the target says.
unsigned argument_count(llvm::LLVMContext& context, const archive::parameter& parameter, const target& made_for);

/// What stands for the image in the kernel: the address of a variable that nothing defines. Its name holds the shape and the
/// numbers of the arguments that are read and written.
llvm::Constant* image_token(llvm::Module& module, const archive::parameter& parameter, unsigned first_argument, unsigned count);

/// An image's arguments in a kernel.
struct image_arguments {
    image_shape shape;
    llvm::Argument* readable;  ///< null where there is none; both may be one argument
    llvm::Argument* writable;
};

/// The arguments of the image that `token` stands for in a kernel; nothing where it is no token.
std::optional<image_arguments> find_image(const llvm::Value& token, llvm::Function& kernel);

}  // namespace ingot::compiler
