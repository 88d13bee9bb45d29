#include "image_arguments.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <ingot/language/image_names.hpp>
#include <string>

namespace ingot::compiler {

namespace {

constexpr llvm::StringLiteral token_prefix = "ingot_device_image_token.";

// Stands in a token's name in place of the index of an argument that does not exist.
constexpr llvm::StringLiteral none = "-";

// Sets `argument` to the kernel's argument with the index `number`, and leaves it unchanged for "-". Returns false if
// `number` is not the index of an argument.
bool parse_argument(llvm::StringRef number, llvm::Function& kernel, llvm::Argument*& argument) {
    unsigned index = 0;
    if (number == none) return true;
    if (number.getAsInteger(10, index) || index >= kernel.arg_size()) return false;
    argument = kernel.getArg(index);
    return true;
}

}  // namespace

unsigned argument_count(llvm::LLVMContext& context, const archive::parameter& parameter, const target& target) {
    if (parameter.kind != archive::parameter_kind::image) return 1;
    return static_cast<unsigned>(target.image_argument_types(context, parameter).size());
}

llvm::Constant* image_token(llvm::Module& module, const archive::parameter& parameter, unsigned first_argument, unsigned count) {
    const bool reads = parameter.access_mode != archive::access::write;
    const bool writes = parameter.access_mode != archive::access::read;
    const std::string readable = reads ? std::to_string(first_argument) : none.str();
    const std::string writable = writes ? std::to_string(first_argument + count - 1) : none.str();
    return module.getOrInsertGlobal(token_prefix.str() + parameter.image.shape + "." + readable + "." + writable,
                                    llvm::Type::getInt8Ty(module.getContext()));
}

std::optional<image_arguments> find_image_arguments(const llvm::Value& token, llvm::Function& kernel) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&token);
    if (!variable || !variable->getName().starts_with(token_prefix)) return std::nullopt;
    llvm::SmallVector<llvm::StringRef, 3> parts;
    variable->getName().drop_front(token_prefix.size()).split(parts, '.');
    if (parts.size() != 3) return std::nullopt;
    const auto shape = shape_from(std::string_view(parts[0].data(), parts[0].size()));
    if (!shape) return std::nullopt;
    image_arguments found {*shape, nullptr, nullptr};
    if (!parse_argument(parts[1], kernel, found.readable) || !parse_argument(parts[2], kernel, found.writable))
        return std::nullopt;
    return found;
}

}  // namespace ingot::compiler
