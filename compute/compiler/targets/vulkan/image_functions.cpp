#include "image_functions.hpp"

#include <llvm/IR/Module.h>

#include <ingot/language/image_names.hpp>

#include "../../middle_end/device_functions.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr llvm::StringLiteral image_type_name = "ingot.vulkan.image";

// Creates the code for one image call.
class image_calls {
public:
    image_calls(const image_call& decoded, llvm::IRBuilder<>& instruction_builder)
        : call_(decoded),
          builder_(instruction_builder),
          i32_(instruction_builder.getInt32Ty()),
          dimensions_(detail::dimensions_of(decoded.image.shape)),
          is_layered_(has_layers(decoded.image.shape)) {}

    void fetch() {
        llvm::Value* const level = existing_level(call_.operand(6));
        llvm::SmallVector<llvm::Value*> arguments {call_.image.readable};
        llvm::Value* is_inside = nullptr;
        for (unsigned dimension = 0; dimension < dimensions_; ++dimension) {
            llvm::Value* const coordinate = call_.operand(2 + dimension);
            llvm::Value* const size = size_of(call_.image.readable, level, dimension);
            llvm::Value* const is_within = builder_.CreateICmpULT(coordinate, size);
            is_inside = is_inside ? builder_.CreateAnd(is_inside, is_within) : is_within;
            arguments.push_back(nearest(coordinate, size));
        }
        if (is_layered_) arguments.push_back(nearest(call_.operand(5), size_of(call_.image.readable, level, dimensions_)));
        arguments.push_back(level);
        llvm::Value* const texel = function("fetch", texel_type(), arguments, llvm::MemoryEffects::readOnly());
        const bool has_border = address_mode {call_.constant_operand()} == address_mode::border;
        llvm::Value* const border_alpha = has_border ? alpha_of_border() : nullptr;
        std::array<llvm::Value*, 4> channels {};
        for (unsigned i = 0; i < 4; ++i) {
            channels[i] = builder_.CreateExtractElement(texel, i);
            llvm::Value* const outside = i == 3 ? border_alpha : llvm::Constant::getNullValue(channel_type());
            if (has_border) channels[i] = builder_.CreateSelect(is_inside, channels[i], outside);
        }
        store_texel(call_, builder_, channels);
    }

    void sample() {
        llvm::Type* const real = builder_.getFloatTy();
        llvm::SmallVector<llvm::Value*> arguments {call_.image.readable, builder_.getInt32(call_.constant_operand())};
        for (unsigned dimension = 0; dimension < dimensions_; ++dimension) arguments.push_back(call_.operand(2 + dimension));
        if (is_layered_) {
            llvm::Value* const layers = size_of(call_.image.readable, builder_.getInt32(0), dimensions_);
            arguments.push_back(builder_.CreateSIToFP(nearest(call_.operand(5), layers), real));
        }
        arguments.push_back(builder_.CreateUIToFP(existing_level(call_.operand(6)), real));
        llvm::Value* const texel = function("sample", texel_type(), arguments, llvm::MemoryEffects::readOnly());
        std::array<llvm::Value*, 4> channels {};
        for (unsigned i = 0; i < 4; ++i) channels[i] = builder_.CreateExtractElement(texel, i);
        store_texel(call_, builder_, channels);
    }

    void write() {
        llvm::SmallVector<llvm::Value*> arguments {call_.image.writable};
        for (unsigned dimension = 0; dimension < dimensions_; ++dimension) arguments.push_back(call_.operand(1 + dimension));
        if (is_layered_) arguments.push_back(call_.operand(4));
        for (unsigned i = 0; i < 4; ++i) arguments.push_back(call_.operand(5 + i));
        function("write", builder_.getVoidTy(), arguments, llvm::MemoryEffects::unknown());
    }

    llvm::Value* query() {
        llvm::Value* const image = call_.image.readable ? call_.image.readable : call_.image.writable;
        const auto size = [&](unsigned component) {
            llvm::Value* const level = call_.image.readable ? existing_level(call_.operand(2)) : builder_.getInt32(0);
            return size_of(image, level, component);
        };
        switch (detail::image_query {call_.constant_operand()}) {
            case detail::image_query::width:
                return size(0);
            case detail::image_query::height:
                return dimensions_ > 1 ? size(1) : builder_.getInt32(1);
            case detail::image_query::depth:
                return dimensions_ > 2 ? size(2) : builder_.getInt32(1);
            case detail::image_query::layers:
                return is_layered_ ? size(dimensions_) : builder_.getInt32(1);
            case detail::image_query::levels:
                return call_.image.readable ? levels() : builder_.getInt32(1);
            case detail::image_query::format:
                break;
        }
        return function("format", i32_, {image}, llvm::MemoryEffects::none());
    }

private:
    llvm::Type* channel_type() const {
        return call_.kind == sample_kind::floating ? builder_.getFloatTy() : static_cast<llvm::Type*>(i32_);
    }
    llvm::Type* texel_type() const { return llvm::FixedVectorType::get(channel_type(), 4); }

    // The fourth channel of the border is 0 if the format has it; a channel that the format does not have is 1.
    llvm::Value* alpha_of_border() {
        llvm::Value* const format = function("format", i32_, {call_.image.readable}, llvm::MemoryEffects::none());
        llvm::Value* const has_alpha = builder_.CreateICmpUGT(builder_.CreateLShr(format, 8), builder_.getInt32(3));
        llvm::Type* const type = channel_type();
        llvm::Constant* const one = type->isFloatTy() ? llvm::ConstantFP::get(type, 1.0) : llvm::ConstantInt::get(type, 1);
        return builder_.CreateSelect(has_alpha, llvm::Constant::getNullValue(type), one);
    }

    llvm::Value* levels() { return function("levels", i32_, {call_.image.readable}, llvm::MemoryEffects::none()); }

    llvm::Value* existing_level(llvm::Value* level) {
        if (const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(level); known && known->isZero()) return level;
        llvm::Value* const last = builder_.CreateSub(levels(), builder_.getInt32(1));
        return builder_.CreateSelect(builder_.CreateICmpULT(level, last), level, last);
    }

    // Returns the coordinate, or the nearest one that exists.
    llvm::Value* nearest(llvm::Value* coordinate, llvm::Value* size) {
        llvm::Value* const zero = builder_.getInt32(0);
        llvm::Value* const last = builder_.CreateSub(size, builder_.getInt32(1));
        llvm::Value* const not_below = builder_.CreateSelect(builder_.CreateICmpSLT(coordinate, zero), zero, coordinate);
        return builder_.CreateSelect(builder_.CreateICmpSLT(not_below, last), not_below, last);
    }

    llvm::Value* size_of(llvm::Value* image, llvm::Value* level, unsigned component) {
        return function("size", i32_, {image, level, builder_.getInt32(component)}, llvm::MemoryEffects::none());
    }

    llvm::Value* function(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments,
                          llvm::MemoryEffects effects) {
        llvm::SmallVector<llvm::Type*> types;
        for (const llvm::Value* const argument : arguments) types.push_back(argument->getType());
        // Each type of image has functions of its own.
        std::string full = (image_function_prefix + name).str();
        for (const unsigned number : llvm::cast<llvm::TargetExtType>(types.front())->int_params())
            full += "." + std::to_string(number);
        auto callee = call_.instruction->getModule()->getOrInsertFunction(full, llvm::FunctionType::get(result, types, false));
        auto* const made = llvm::cast<llvm::Function>(callee.getCallee());
        mark_built_in(*made, find_device_function(call_.instruction->getCalledFunction()->getName()), device_effect::memory);
        made->setDoesNotThrow();
        made->setWillReturn();
        made->setMemoryEffects(effects);
        return builder_.CreateCall(callee, arguments);
    }

    const image_call& call_;
    llvm::IRBuilder<>& builder_;
    llvm::IntegerType* i32_;
    unsigned dimensions_;
    bool is_layered_;
};

}  // namespace

bool has_layers(image_shape shape) { return detail::is_array(shape) || detail::is_cube(shape); }

image_handle handle_of(const llvm::Type& type) {
    const auto& handle = llvm::cast<llvm::TargetExtType>(type);
    return {image_shape {handle.getIntParameter(0)}, sample_kind {handle.getIntParameter(1)}, handle.getIntParameter(2) != 0};
}

std::vector<llvm::Type*> image_argument_types(llvm::LLVMContext& context, const archive::parameter& image) {
    const auto shape = static_cast<unsigned>(shape_from(image.image.shape).value_or(image_shape::image_2d));
    sample_kind kind = sample_kind::floating;
    if (image.image.sample == to_string(sample_kind::signed_integer)) kind = sample_kind::signed_integer;
    if (image.image.sample == to_string(sample_kind::unsigned_integer)) kind = sample_kind::unsigned_integer;
    const auto handle = [&](bool is_written) {
        return llvm::TargetExtType::get(context, image_type_name, {}, {shape, static_cast<unsigned>(kind), is_written ? 1u : 0u});
    };
    std::vector<llvm::Type*> types;
    if (image.access_mode != archive::access::write) types.push_back(handle(false));
    if (image.access_mode != archive::access::read) types.push_back(handle(true));
    return types;
}

llvm::Value* call_image_function(const image_call& call, llvm::IRBuilder<>& builder) {
    image_calls calls(call, builder);
    switch (call.operation) {
        case image_operation::query:
            return calls.query();
        case image_operation::fetch:
            calls.fetch();
            return nullptr;
        case image_operation::sample:
            calls.sample();
            return nullptr;
        case image_operation::write:
            calls.write();
            return nullptr;
        case image_operation::store:
            break;  // only for targets that store bytes (target_traits::stores_image_bytes)
    }
    return nullptr;
}

}  // namespace ingot::compiler::vulkan
