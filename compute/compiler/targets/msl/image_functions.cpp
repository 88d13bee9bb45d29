#include "image_functions.hpp"

#include <llvm/IR/Module.h>

#include <ingot/language/image_names.hpp>

#include "../../middle_end/device_functions.hpp"

namespace ingot::compiler::msl {

namespace {

constexpr llvm::StringLiteral texture_type = "ingot.texture";
enum class texture_access : unsigned { read, write };

llvm::StringRef suffix(sample_kind kind) {
    if (kind == sample_kind::floating) return "_float";
    return kind == sample_kind::signed_integer ? "_int" : "_uint";
}

llvm::Value* call_function(const image_call& call, llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                           llvm::ArrayRef<llvm::Value*> arguments, llvm::MemoryEffects effects) {
    llvm::SmallVector<llvm::Type*> types;
    for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
    // Each type of texture has functions of its own.
    std::string full = (image_function_prefix + name).str();
    const auto* const texture = llvm::cast<llvm::TargetExtType>(types.front());
    for (const unsigned number : texture->int_params()) full += "." + std::to_string(number);
    auto callee = call.instruction->getModule()->getOrInsertFunction(full, llvm::FunctionType::get(result, types, false));
    auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
    mark_built_in(*function, find_device_function(call.instruction->getCalledFunction()->getName()), device_effect::memory);
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setMemoryEffects(effects);
    return builder.CreateCall(callee, arguments);
}

}  // namespace

std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) {
    const auto shape = static_cast<unsigned>(shape_from(image.image.shape).value_or(image_shape::image_2d));
    sample_kind kind = sample_kind::floating;
    if (image.image.sample == to_string(sample_kind::signed_integer)) kind = sample_kind::signed_integer;
    if (image.image.sample == to_string(sample_kind::unsigned_integer)) kind = sample_kind::unsigned_integer;
    const auto texture = [&](texture_access access) {
        return llvm::TargetExtType::get(context, texture_type, {},
                                        {shape, static_cast<unsigned>(kind), static_cast<unsigned>(access)});
    };
    std::vector<llvm::Type*> types;
    if (image.access_mode != archive::access::write) types.push_back(texture(texture_access::read));
    if (image.access_mode != archive::access::read) types.push_back(texture(texture_access::write));
    return types;
}

llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder) {
    llvm::Type* const channel =
        call.kind == sample_kind::floating ? builder.getFloatTy() : static_cast<llvm::Type*>(builder.getInt32Ty());
    if (call.operation == image_operation::query) {
        llvm::Value* const texture = call.image.readable ? call.image.readable : call.image.writable;
        return call_function(call, builder, "query", builder.getInt32Ty(), {texture, call.operand(1), call.operand(2)},
                             llvm::MemoryEffects::none());
    }
    if (call.operation == image_operation::write) {
        llvm::SmallVector<llvm::Value*> arguments {call.image.writable};
        for (unsigned i = 1; i < 9; ++i) arguments.push_back(call.operand(i));
        call_function(call, builder, ("write" + suffix(call.kind)).str(), builder.getVoidTy(), arguments,
                      llvm::MemoryEffects::unknown());
        return nullptr;
    }
    const llvm::StringRef name = call.operation == image_operation::fetch ? "fetch" : "sample";
    llvm::SmallVector<llvm::Value*> arguments {call.image.readable};
    for (unsigned i = 1; i < 7; ++i) arguments.push_back(call.operand(i));
    llvm::Value* const texel = call_function(call, builder, (name + suffix(call.kind)).str(),
                                             llvm::FixedVectorType::get(channel, 4), arguments, llvm::MemoryEffects::readOnly());
    std::array<llvm::Value*, 4> channels {};
    for (unsigned i = 0; i < 4; ++i) channels[i] = builder.CreateExtractElement(texel, i);
    store_texel(call, builder, channels);
    return nullptr;
}

bool is_image_call(const llvm::Value& value) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&value);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(image_function_prefix);
}

image_shape shape_of_texture(const llvm::Type& texture) {
    return image_shape {llvm::cast<llvm::TargetExtType>(texture).getIntParameter(0)};
}

std::string texture_name(const llvm::Type& texture) {
    const auto& type = llvm::cast<llvm::TargetExtType>(texture);
    const image_shape shape = shape_of_texture(texture);
    const bool is_buffer = shape == image_shape::image_1d_buffer;
    // On every device a depth image is an image of one channel, and a cube is an array of faces.
    std::string name = "texture_buffer";
    if (!is_buffer) {
        name = "texture" + std::to_string(detail::dimensions_of(shape)) + "d";
        if (detail::is_array(shape) || detail::is_cube(shape)) name += "_array";
    }
    const sample_kind kind {type.getIntParameter(1)};
    name += kind == sample_kind::floating ? "<float" : kind == sample_kind::signed_integer ? "<int" : "<uint";
    const bool is_written = texture_access {type.getIntParameter(2)} == texture_access::write;
    return name + (is_written ? ", access::write>" : is_buffer ? ", access::read>" : ", access::sample>");
}

}  // namespace ingot::compiler::msl
