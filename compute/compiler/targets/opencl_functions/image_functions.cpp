// Replaces image calls by OpenCL's built-in functions, with the C++ mangling that LLVM's SPIR-V back end recognises
// (OpenCL 1.2, section 6.12.14):
//   %width = call i32 @ingot_device_image_query(ptr @ingot_device_image_token.image_2d.0.-, i32 0, …)
// becomes
//   %width = call i32 @_Z15get_image_width14ocl_image2d_ro(target("spirv.Image", …) %image)
#include <llvm/IR/Module.h>

#include <ingot/language/image_names.hpp>
#include <string>
#include <vector>

#include "../../middle_end/device_functions.hpp"
#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

// The bits of a sampler_t literal (SPIR 1.2, section 2.1.3).
constexpr uint32_t normalised = 1;
constexpr uint32_t nearest_filter = 0x10;
constexpr uint32_t linear_filter_bit = 0x20;

// Returns the bits for an address mode.
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

// Returns the mangled name of an image type: "14ocl_image2d_ro".
std::string mangled_image(image_shape shape, bool writes) {
    std::string name = "ocl_image" + std::to_string(detail::dimensions_of(shape)) + "d";
    if (detail::is_array(shape) || detail::is_cube(shape)) name += "_array";
    name += writes ? "_wo" : "_ro";
    return std::to_string(name.size()) + name;
}

// Returns the mangled name of an int, float or vector type: "Dv4_f" is float4.
std::string mangled_type(const llvm::Type* type, bool is_unsigned) {
    std::string prefix;
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
        prefix = "Dv" + std::to_string(vector->getNumElements()) + "_";
    return prefix + (type->getScalarType()->isFloatTy() ? "f" : is_unsigned ? "j" : "i");
}

// Operands of SPIR-V's OpTypeImage (SPIR-V specification, 3.8 and 3.17).
enum class spirv_dimension : unsigned { one = 0, two = 1, three = 2 };
enum class spirv_access : unsigned { read_only = 0, write_only = 1 };

// Returns LLVM's type for an image that a kernel reads or writes.
llvm::Type* opencl_image(llvm::LLVMContext& context, image_shape shape, spirv_access access) {
    auto dimension = spirv_dimension::two;
    if (detail::dimensions_of(shape) == 1) dimension = spirv_dimension::one;
    if (detail::dimensions_of(shape) == 3) dimension = spirv_dimension::three;
    // A cube is an array of its faces, because OpenCL 1.2 has no cubes. A buffer image is a one-dimensional image,
    // because PoCL 3.1 has no query for the width of an image1d_buffer_t.
    const bool is_array = detail::is_array(shape) || detail::is_cube(shape);
    const unsigned operands[] = {static_cast<unsigned>(dimension), 0, is_array, 0, 0, 0, static_cast<unsigned>(access)};
    return llvm::TargetExtType::get(context, "spirv.Image", {llvm::Type::getVoidTy(context)}, operands);
}

// Does a pixel have more than two coordinates?
bool has_layers(image_shape shape) {
    return detail::dimensions_of(shape) == 3 ||
           (detail::dimensions_of(shape) == 2 && (detail::is_array(shape) || detail::is_cube(shape)));
}

// Creates OpenCL's calls for one image call.
class opencl_image_calls {
public:
    opencl_image_calls(const image_call& call, llvm::IRBuilder<>& instruction_builder)
        : call_(call), builder_(instruction_builder), module_(*call.instruction->getModule()) {}

    // Reads a pixel: at integer coordinates for a fetch, at normalised coordinates for a sample.
    void read(bool normalised_coordinates) {
        llvm::Value* const image = call_.image.readable;
        llvm::Value* const coordinate = coordinates(call_.operand(2), call_.operand(3), call_.operand(4), call_.operand(5));
        std::vector<llvm::Value*> arguments {image};
        std::string types = mangled_image(call_.image.shape, false);
        uint32_t literal = addressing(call_.constant_operand());
        literal |= normalised_coordinates ? normalised : 0;
        literal |=
            normalised_coordinates && (call_.constant_operand() & detail::linear_filter) ? linear_filter_bit : nearest_filter;
        arguments.push_back(sampler(literal));
        types += "11ocl_sampler";
        arguments.push_back(coordinate);
        types += mangled_type(coordinate->getType(), false);
        auto* const texel =
            call_function("read_image" + suffix(), types, texel_type(), arguments, llvm::MemoryEffects::readOnly());
        std::array<llvm::Value*, 4> channels {};
        for (unsigned i = 0; i < 4; ++i) channels[i] = builder_.CreateExtractElement(texel, i);
        store_texel(call_, builder_, channels);
    }

    // Writes four channels. The attribute of the function tells targets that the kernel writes integers to layers.
    void write() {
        llvm::Value* const coordinate = coordinates(call_.operand(1), call_.operand(2), call_.operand(3), call_.operand(4));
        llvm::Value* texel = llvm::PoisonValue::get(texel_type());
        for (unsigned i = 0; i < 4; ++i) texel = builder_.CreateInsertElement(texel, call_.operand(5 + i), i);
        const std::vector<llvm::Value*> arguments {call_.image.writable, coordinate, texel};
        llvm::Function* const function =
            declare("write_image" + suffix(),
                    mangled_image(call_.image.shape, true) + mangled_type(coordinate->getType(), false) +
                        mangled_type(texel->getType(), call_.kind == sample_kind::unsigned_integer),
                    builder_.getVoidTy(), arguments, llvm::MemoryEffects::unknown());
        if (call_.kind != sample_kind::floating && has_layers(call_.image.shape)) function->addFnAttr(writes_layers_attribute);
        builder_.CreateCall(function, arguments);
    }

    // Returns the result of a query. Images have one mip level; the query for the format returns 0.
    llvm::Value* query() {
        llvm::Value* const image = call_.image.readable ? call_.image.readable : call_.image.writable;
        const std::string type = mangled_image(call_.image.shape, !call_.image.readable);
        const auto query_image = [&](const std::string& name, llvm::Type* result) {
            return call_function(name, type, result, {image}, llvm::MemoryEffects::none());
        };
        switch (detail::image_query {call_.constant_operand()}) {
            case detail::image_query::width:
                return query_image("get_image_width", builder_.getInt32Ty());
            case detail::image_query::height:
                return query_image("get_image_height", builder_.getInt32Ty());
            case detail::image_query::depth:
                return query_image("get_image_depth", builder_.getInt32Ty());
            case detail::image_query::layers:
                return builder_.CreateTrunc(query_image("get_image_array_size", builder_.getInt64Ty()), builder_.getInt32Ty());
            case detail::image_query::levels:
                return builder_.getInt32(1);
            case detail::image_query::format:
                break;
        }
        return builder_.getInt32(0);
    }

private:
    // Returns the end of the names of OpenCL's functions for the type of the channels: "f", "i" or "ui".
    std::string suffix() const {
        if (call_.kind == sample_kind::signed_integer) return "i";
        return call_.kind == sample_kind::unsigned_integer ? "ui" : "f";
    }
    llvm::Type* texel_type() {
        return llvm::FixedVectorType::get(
            call_.kind == sample_kind::floating ? builder_.getFloatTy() : static_cast<llvm::Type*>(builder_.getInt32Ty()), 4);
    }

    // Returns the coordinates as OpenCL requires them: a scalar, or a vector of two or four components with the layer
    // after the others.
    llvm::Value* coordinates(llvm::Value* x, llvm::Value* y, llvm::Value* z, llvm::Value* layer) {
        const uint32_t dimensions = detail::dimensions_of(call_.image.shape);
        const bool is_array = detail::is_array(call_.image.shape) || detail::is_cube(call_.image.shape);
        if (x->getType()->isFloatTy() && is_array) layer = builder_.CreateSIToFP(layer, builder_.getFloatTy());
        std::vector<llvm::Value*> parts {x};
        if (dimensions > 1) parts.push_back(y);
        if (dimensions > 2) parts.push_back(z);
        if (is_array) parts.push_back(layer);
        if (parts.size() == 1) return x;
        if (parts.size() == 3) parts.push_back(llvm::Constant::getNullValue(x->getType()));
        llvm::Value* vector =
            llvm::PoisonValue::get(llvm::FixedVectorType::get(x->getType(), static_cast<unsigned>(parts.size())));
        for (unsigned i = 0; i < parts.size(); ++i) vector = builder_.CreateInsertElement(vector, parts[i], i);
        return vector;
    }

    // Returns a sampler with the bits of a sampler_t literal.
    llvm::Value* sampler(uint32_t literal) {
        auto* const type = llvm::TargetExtType::get(builder_.getContext(), "spirv.Sampler");
        auto callee = module_.getOrInsertFunction("__translate_sampler_initializer", type, builder_.getInt32Ty());
        auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
        mark_built_in(*function, nullptr, device_effect::memory);
        function->setDoesNotThrow();
        function->setDoesNotAccessMemory();
        return builder_.CreateCall(callee, builder_.getInt32(literal));
    }

    // Calls OpenCL's function with a name and mangled parameter types.
    llvm::Value* call_function(const std::string& name, const std::string& types, llvm::Type* result,
                               const std::vector<llvm::Value*>& arguments, llvm::MemoryEffects effects) {
        return builder_.CreateCall(declare(name, types, result, arguments, effects), arguments);
    }

    llvm::Function* declare(const std::string& name, const std::string& types, llvm::Type* result,
                            const std::vector<llvm::Value*>& arguments, llvm::MemoryEffects effects) {
        std::vector<llvm::Type*> parameters;
        for (const llvm::Value* argument : arguments) parameters.push_back(argument->getType());
        auto callee = module_.getOrInsertFunction("_Z" + std::to_string(name.size()) + name + types,
                                                  llvm::FunctionType::get(result, parameters, false));
        auto* const function = llvm::cast<llvm::Function>(callee.getCallee());
        mark_built_in(*function, find_device_function(call_.instruction->getCalledFunction()->getName()), device_effect::memory);
        function->setDoesNotThrow();
        function->setWillReturn();
        function->setMemoryEffects(effects);
        return function;
    }

    const image_call& call_;
    llvm::IRBuilder<>& builder_;
    llvm::Module& module_;
};

}  // namespace

std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) {
    const image_shape shape = shape_from(image.image.shape).value_or(image_shape::image_2d);
    std::vector<llvm::Type*> types;
    if (image.access_mode != archive::access::write) types.push_back(opencl_image(context, shape, spirv_access::read_only));
    if (image.access_mode != archive::access::read) types.push_back(opencl_image(context, shape, spirv_access::write_only));
    return types;
}

llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder) {
    opencl_image_calls calls(call, builder);
    if (call.operation == image_operation::query) return calls.query();
    if (call.operation == image_operation::write)
        calls.write();
    else
        calls.read(call.operation == image_operation::sample);
    return nullptr;
}

}  // namespace ingot::compiler::opencl_functions
