#include "image_arguments.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <ingot/language/image_names.hpp>
#include <string>

namespace ingot::compiler {

namespace {

constexpr llvm::StringRef token_prefix = "ingot_device_image_token.";

// Operands of SPIR-V's OpTypeImage (SPIR-V specification, 3.8 and 3.17).
enum class spirv_dimension : unsigned { one = 0, two = 1, three = 2 };
enum class spirv_access : unsigned { read_only = 0, write_only = 1 };

llvm::Type* opencl_image(llvm::LLVMContext& context, image_shape shape, spirv_access access) {
    auto dimension = spirv_dimension::two;
    if (detail::dimensions_of(shape) == 1) dimension = spirv_dimension::one;
    if (detail::dimensions_of(shape) == 3) dimension = spirv_dimension::three;
    // A cube is an array of its faces: OpenCL 1.2 has no cubes. A buffer image has one dimension: PoCL 3.1 cannot be asked for
    // the width of its own kind.
    const bool is_array = detail::is_array(shape) || detail::is_cube(shape);
    const unsigned operands[] = {static_cast<unsigned>(dimension), 0, is_array, 0, 0, 0, static_cast<unsigned>(access)};
    return llvm::TargetExtType::get(context, "spirv.Image", {llvm::Type::getVoidTy(context)}, operands);
}

}  // namespace

std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& parameter, target_kind kind) {
    if (kind == target_kind::ptx) return {llvm::PointerType::get(context, 1)};
    const image_shape shape = shape_from(parameter.image.shape).value_or(image_shape::image_2d);
    std::vector<llvm::Type*> types;
    if (parameter.accessed != archive::access::write) types.push_back(opencl_image(context, shape, spirv_access::read_only));
    if (parameter.accessed != archive::access::read) types.push_back(opencl_image(context, shape, spirv_access::write_only));
    return types;
}

unsigned argument_count(const archive::parameter& parameter, target_kind kind) {
    if (parameter.kind != archive::parameter_kind::image || kind == target_kind::ptx) return 1;
    return parameter.accessed == archive::access::read_write ? 2 : 1;
}

llvm::Constant* image_token(llvm::Module& module, const archive::parameter& parameter, unsigned first_argument) {
    const char* const access = parameter.accessed == archive::access::read    ? "r"
                               : parameter.accessed == archive::access::write ? "w"
                                                                              : "rw";
    const std::string name = token_prefix.str() + parameter.image.shape + "." + access + "." + std::to_string(first_argument);
    return module.getOrInsertGlobal(name, llvm::Type::getInt8Ty(module.getContext()));
}

std::optional<image_arguments> find_image(const llvm::Value& token, llvm::Function& kernel, target_kind kind) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&token);
    if (!variable || !variable->getName().starts_with(token_prefix)) return std::nullopt;
    llvm::SmallVector<llvm::StringRef, 3> parts;
    variable->getName().drop_front(token_prefix.size()).split(parts, '.');
    unsigned first = 0;
    if (parts.size() != 3 || parts[2].getAsInteger(10, first)) return std::nullopt;
    const auto shape = shape_from(std::string_view(parts[0].data(), parts[0].size()));
    if (!shape) return std::nullopt;
    const bool reads = parts[1].contains('r');
    const bool writes = parts[1].contains('w');
    const unsigned second = kind == target_kind::ptx || !reads ? first : first + 1;
    if ((writes ? second : first) >= kernel.arg_size()) return std::nullopt;
    return image_arguments {*shape, reads ? kernel.getArg(first) : nullptr, writes ? kernel.getArg(second) : nullptr};
}

}  // namespace ingot::compiler
