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

/// For OpenCL an image to read and one to write, of those that the access asks for; for PTX a pointer to the image's descriptor.
std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& parameter, target_kind kind);

/// How many arguments of the kernel function are a parameter's: for all but images, one.
unsigned argument_count(const archive::parameter& parameter, target_kind kind);

/// What stands for the image in the kernel: the address of a variable that nothing defines. Its name holds the shape, the access
/// and the number of the first argument.
llvm::Constant* image_token(llvm::Module& module, const archive::parameter& parameter, unsigned first_argument);

/// An image's arguments in a kernel.
struct image_arguments {
    image_shape shape;
    llvm::Argument* readable;  ///< null where there is none; for PTX both are the descriptor
    llvm::Argument* writable;
};

/// The arguments of the image that `token` stands for in a kernel; nothing where it is no token.
std::optional<image_arguments> find_image(const llvm::Value& token, llvm::Function& kernel, target_kind kind);

}  // namespace ingot::compiler
