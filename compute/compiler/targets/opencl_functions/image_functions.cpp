// Image functions as OpenCL's built-in functions, in the C++ mangling that LLVM's SPIR-V back end knows (OpenCL 1.2,
// section 6.12.14).
#include <llvm/IR/Module.h>

#include <ingot/language/image_names.hpp>
#include <string>
#include <vector>

#include "../../middle_end/device_functions.hpp"
#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

// Values of sampler_t's literals (SPIR 1.2, section 2.1.3).
constexpr uint32_t normalised = 1;
constexpr uint32_t nearest_filter = 0x10;
constexpr uint32_t linear_filter_bit = 0x20;
uint32_t addressing(uint32_t mode) {
    switch (address_mode {mode & 3u}) {
        case address_mode::edge:
            return 2;
        case address_mode::border:
            return 4;
        case address_mode::repeat:
            return 6;
        case address_mode::mirrored_repeat:
            break;
    }
    return 8;
}

std::string mangled_image(image_shape shape, bool writes) {
    std::string name = "ocl_image" + std::to_string(detail::dimensions_of(shape)) + "d";
    if (detail::is_array(shape) || detail::is_cube(shape)) name += "_array";
    name += writes ? "_wo" : "_ro";
    return std::to_string(name.size()) + name;
}

std::string mangled_type(const llvm::Type* type, bool is_unsigned) {
    std::string prefix;
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
        prefix = "Dv" + std::to_string(vector->getNumElements()) + "_";
    return prefix + (type->getScalarType()->isFloatTy() ? "f" : is_unsigned ? "j" : "i");
}

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

// Is a pixel named by more than two coordinates?
bool has_layers(image_shape shape) {
    return detail::dimensions_of(shape) == 3 ||
           (detail::dimensions_of(shape) == 2 && (detail::is_array(shape) || detail::is_cube(shape)));
}

class opencl_calls {
public:
    opencl_calls(const image_call& of, llvm::IRBuilder<>& with) : what(of), builder(with), module(*of.call->getModule()) {}

    void read(bool normalised_coordinates) {
        llvm::Value* const image = what.image.readable;
        llvm::Value* const coordinate = coordinates(what.operand(2), what.operand(3), what.operand(4), what.operand(5));
        std::vector<llvm::Value*> arguments {image};
        std::string types = mangled_image(what.image.shape, false);
        uint32_t literal = addressing(what.constant());
        literal |= normalised_coordinates ? normalised : 0;
        literal |= normalised_coordinates && (what.constant() & detail::linear_filter) ? linear_filter_bit : nearest_filter;
        arguments.push_back(sampler(literal));
        types += "11ocl_sampler";
        arguments.push_back(coordinate);
        types += mangled_type(coordinate->getType(), false);
        auto* const texel = call("read_image" + suffix(), types, texel_type(), arguments, llvm::MemoryEffects::readOnly());
        std::array<llvm::Value*, 4> channels {};
        for (unsigned i = 0; i < 4; ++i) channels[i] = builder.CreateExtractElement(texel, i);
        store_texel(what, builder, channels);
    }

    void write() {
        llvm::Value* const coordinate = coordinates(what.operand(1), what.operand(2), what.operand(3), what.operand(4));
        llvm::Value* texel = llvm::PoisonValue::get(texel_type());
        for (unsigned i = 0; i < 4; ++i) texel = builder.CreateInsertElement(texel, what.operand(5 + i), i);
        const std::vector<llvm::Value*> arguments {what.image.writable, coordinate, texel};
        llvm::Function* const function =
            declare("write_image" + suffix(),
                    mangled_image(what.image.shape, true) + mangled_type(coordinate->getType(), false) +
                        mangled_type(texel->getType(), what.kind == sample_kind::unsigned_integer),
                    builder.getVoidTy(), arguments, llvm::MemoryEffects::unknown());
        if (what.kind != sample_kind::floating && has_layers(what.image.shape)) function->addFnAttr(writes_layers_attribute);
        builder.CreateCall(function, arguments);
    }

    llvm::Value* query() {
        llvm::Value* const image = what.image.readable ? what.image.readable : what.image.writable;
        const std::string type = mangled_image(what.image.shape, !what.image.readable);
        const auto ask = [&](const std::string& name, llvm::Type* result) {
            return call(name, type, result, {image}, llvm::MemoryEffects::none());
        };
        switch (detail::image_query {what.constant()}) {
            case detail::image_query::width:
                return ask("get_image_width", builder.getInt32Ty());
            case detail::image_query::height:
                return ask("get_image_height", builder.getInt32Ty());
            case detail::image_query::depth:
                return ask("get_image_depth", builder.getInt32Ty());
            case detail::image_query::layers:
                return builder.CreateTrunc(ask("get_image_array_size", builder.getInt64Ty()), builder.getInt32Ty());
            case detail::image_query::levels:
                return builder.getInt32(1);
            case detail::image_query::format:
                break;
        }
        return builder.getInt32(0);
    }

private:
    std::string suffix() const {
        if (what.kind == sample_kind::signed_integer) return "i";
        return what.kind == sample_kind::unsigned_integer ? "ui" : "f";
    }
    llvm::Type* texel_type() {
        return llvm::FixedVectorType::get(
            what.kind == sample_kind::floating ? builder.getFloatTy() : static_cast<llvm::Type*>(builder.getInt32Ty()), 4);
    }

    // As OpenCL takes them: a number for one dimension, a vector of two or four; the layer behind the others.
    llvm::Value* coordinates(llvm::Value* x, llvm::Value* y, llvm::Value* z, llvm::Value* layer) {
        const uint32_t dimensions = detail::dimensions_of(what.image.shape);
        const bool is_array = detail::is_array(what.image.shape) || detail::is_cube(what.image.shape);
        if (x->getType()->isFloatTy() && is_array) layer = builder.CreateSIToFP(layer, builder.getFloatTy());
        std::vector<llvm::Value*> parts {x};
        if (dimensions > 1) parts.push_back(y);
        if (dimensions > 2) parts.push_back(z);
        if (is_array) parts.push_back(layer);
        if (parts.size() == 1) return x;
        if (parts.size() == 3) parts.push_back(llvm::Constant::getNullValue(x->getType()));
        llvm::Value* made = llvm::PoisonValue::get(llvm::FixedVectorType::get(x->getType(), static_cast<unsigned>(parts.size())));
        for (unsigned i = 0; i < parts.size(); ++i) made = builder.CreateInsertElement(made, parts[i], i);
        return made;
    }

    llvm::Value* sampler(uint32_t literal) {
        auto* const type = llvm::TargetExtType::get(builder.getContext(), "spirv.Sampler");
        auto callee = module.getOrInsertFunction("__translate_sampler_initializer", type, builder.getInt32Ty());
        auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
        mark_built_in(*function, nullptr, device_effect::memory);
        function->setDoesNotThrow();
        function->setDoesNotAccessMemory();
        return builder.CreateCall(callee, builder.getInt32(literal));
    }

    llvm::Value* call(const std::string& name, const std::string& types, llvm::Type* result,
                      const std::vector<llvm::Value*>& arguments, llvm::MemoryEffects effects) {
        return builder.CreateCall(declare(name, types, result, arguments, effects), arguments);
    }

    llvm::Function* declare(const std::string& name, const std::string& types, llvm::Type* result,
                            const std::vector<llvm::Value*>& arguments, llvm::MemoryEffects effects) {
        std::vector<llvm::Type*> parameters;
        for (const llvm::Value* argument : arguments) parameters.push_back(argument->getType());
        auto callee = module.getOrInsertFunction("_Z" + std::to_string(name.size()) + name + types,
                                                 llvm::FunctionType::get(result, parameters, false));
        auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
        mark_built_in(*function, find_device_function(what.call->getCalledFunction()->getName()), device_effect::memory);
        function->setDoesNotThrow();
        function->setWillReturn();
        function->setMemoryEffects(effects);
        return function;
    }

    const image_call& what;
    llvm::IRBuilder<>& builder;
    llvm::Module& module;
};

}  // namespace

std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) {
    const image_shape shape = shape_from(image.image.shape).value_or(image_shape::image_2d);
    std::vector<llvm::Type*> types;
    if (image.accessed != archive::access::write) types.push_back(opencl_image(context, shape, spirv_access::read_only));
    if (image.accessed != archive::access::read) types.push_back(opencl_image(context, shape, spirv_access::write_only));
    return types;
}

llvm::Value* call_image_function(const image_call& what, llvm::IRBuilder<>& builder) {
    opencl_calls calls(what, builder);
    if (what.operation == image_operation::query) return calls.query();
    if (what.operation == image_operation::write)
        calls.write();
    else
        calls.read(what.operation == image_operation::sample);
    return nullptr;
}

}  // namespace ingot::compiler::opencl_functions
