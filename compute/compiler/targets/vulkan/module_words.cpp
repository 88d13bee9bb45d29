#include "module_words.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "../../middle_end/address_spaces.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr uint32_t magic = 0x07230203;
constexpr uint32_t version_1_5 = 0x00010500;

[[noreturn]] void refuse(const llvm::Type& type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    throw std::logic_error("internal error: SPIR-V has no type for '" + text + "'");
}

}  // namespace

void append(words& to, op code, const words& operands) {
    to.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | number_of(code));
    to.insert(to.end(), operands.begin(), operands.end());
}

words text_words(std::string_view text) {
    words result(text.size() / 4 + 1, 0);
    std::memcpy(result.data(), text.data(), text.size());
    return result;
}

unsigned pointer_bits(const llvm::Type& pointer) { return pointer.getPointerAddressSpace() == global_space ? 64 : 32; }

module_words::module_words() {
    need(capability::shader);
    need(capability::physical_storage_buffer_addresses);
    need(capability::int64);
}

void module_words::need(capability each) { capabilities_.insert(each); }

spirv_id module_words::unique(op code, const words& operands, spirv_id type) {
    words key {number_of(code), type};
    key.insert(key.end(), operands.begin(), operands.end());
    const auto [found, is_new] = unique_.try_emplace(key, 0);
    if (!is_new) return found->second;
    const spirv_id made = found->second = fresh();
    words all;
    if (type) all.push_back(type);
    all.push_back(made);
    all.insert(all.end(), operands.begin(), operands.end());
    append(globals_, code, all);
    return made;
}

spirv_id module_words::void_type() { return unique(op::type_void, {}); }
spirv_id module_words::bool_type() { return unique(op::type_bool, {}); }

spirv_id module_words::int_type(unsigned bits) {
    if (bits == 8) need(capability::int8);
    if (bits == 16) need(capability::int16);
    return unique(op::type_int, {bits, 0});
}

spirv_id module_words::float_type(unsigned bits) {
    if (bits == 16) need(capability::float16);
    if (bits == 64) need(capability::float64);
    return unique(op::type_float, {bits});
}

spirv_id module_words::vector_type(spirv_id element, unsigned count) { return unique(op::type_vector, {element, count}); }

spirv_id module_words::pointer_type(storage space, spirv_id pointee) {
    return unique(op::type_pointer, {number_of(space), pointee});
}

spirv_id module_words::image_type(spirv_id channel, image_dimension dimension, bool is_array, bool is_sampled) {
    if (dimension == image_dimension::one) need(is_sampled ? capability::sampled_1d : capability::image_1d);
    constexpr uint32_t unknown_format = 0;
    return unique(op::type_image,
                  {channel, number_of(dimension), 0, is_array ? 1u : 0u, 0, is_sampled ? 1u : 2u, unknown_format});
}

spirv_id module_words::type(const llvm::Type& type) {
    if (type.isVoidTy()) return void_type();
    if (type.isIntegerTy(1)) return bool_type();
    if (type.isIntegerTy(8) || type.isIntegerTy(16) || type.isIntegerTy(32) || type.isIntegerTy(64))
        return int_type(type.getIntegerBitWidth());
    if (type.isHalfTy() || type.isFloatTy() || type.isDoubleTy())
        return float_type(static_cast<unsigned>(type.getPrimitiveSizeInBits()));
    if (type.isPointerTy()) return int_type(pointer_bits(type));
    if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type); vector && vector->getNumElements() == 1)
        return this->type(*vector->getElementType());
    if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type); vector && vector->getNumElements() <= 4)
        return vector_type(this->type(*vector->getElementType()), vector->getNumElements());
    if (const auto* const record = llvm::dyn_cast<llvm::StructType>(&type)) {
        words members;
        for (const llvm::Type* const member : record->elements()) members.push_back(this->type(*member));
        return unique(op::type_struct, members);
    }
    if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(&type))
        return unique(op::type_array, {this->type(*array->getElementType()), word(array->getNumElements())});
    refuse(type);
}

spirv_id module_words::number(unsigned bits, uint64_t value) {
    words operands {static_cast<uint32_t>(value)};
    if (bits == 64) operands.push_back(static_cast<uint32_t>(value >> 32));
    return unique(op::constant, operands, int_type(bits));
}

spirv_id module_words::zero_of(const llvm::Type& type) { return unique(op::constant_null, {}, this->type(type)); }

spirv_id module_words::constant(const llvm::Constant& constant) {
    const llvm::Type& type = *constant.getType();
    if (llvm::isa<llvm::UndefValue>(constant) || constant.isNullValue()) return zero_of(type);
    if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
        if (type.isVectorTy()) return 0;
        if (type.isIntegerTy(1)) return unique(integer->isOne() ? op::constant_true : op::constant_false, {}, bool_type());
        if (type.getIntegerBitWidth() > 64) refuse(type);
        return number(type.getIntegerBitWidth(), integer->getZExtValue());
    }
    if (const auto* const real = llvm::dyn_cast<llvm::ConstantFP>(&constant); real && !type.isVectorTy()) {
        const uint64_t bits = real->getValueAPF().bitcastToAPInt().getZExtValue();
        words operands {static_cast<uint32_t>(bits)};
        if (type.isDoubleTy()) operands.push_back(static_cast<uint32_t>(bits >> 32));
        return unique(op::constant, operands, this->type(type));
    }
    if (!type.isVectorTy() && !type.isAggregateType()) return 0;
    uint64_t count = 0;
    if (const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) count = vector->getNumElements();
    if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(&type)) count = array->getNumElements();
    if (const auto* const record = llvm::dyn_cast<llvm::StructType>(&type)) count = record->getNumElements();
    words parts;
    for (unsigned i = 0; i < count; ++i) {
        const llvm::Constant* const element = constant.getAggregateElement(i);
        const spirv_id part = element ? this->constant(*element) : 0;
        if (part == 0) return 0;
        parts.push_back(part);
    }
    return parts.size() == 1 && type.isVectorTy() ? parts.front() : unique(op::constant_composite, parts, this->type(type));
}

spirv_id module_words::specialisation_constant(uint32_t index, uint32_t value) {
    const spirv_id type = int_type(32);
    const spirv_id made = fresh();
    append(globals_, op::spec_constant, {type, made, value});
    decorate(made, decoration::spec_id, {index});
    return made;
}

spirv_id module_words::variable(storage space, spirv_id type, spirv_id initial_value) {
    const spirv_id pointer = pointer_type(space, type);
    const spirv_id made = fresh();
    words operands {pointer, made, number_of(space)};
    if (initial_value) operands.push_back(initial_value);
    append(globals_, op::variable, operands);
    interface_.push_back(made);
    return made;
}

spirv_id module_words::input(built_in what, spirv_id type) {
    spirv_id& found = inputs_[what];
    if (found) return found;
    found = variable(storage::input, type);
    decorate(found, decoration::built_in, {number_of(what)});
    return found;
}

void module_words::decorate(spirv_id what, decoration how, const words& operands) {
    words all {what, number_of(how)};
    all.insert(all.end(), operands.begin(), operands.end());
    append(decorations_, op::decorate, all);
}

void module_words::decorate_member(spirv_id type, uint32_t member, decoration how, const words& operands) {
    words all {type, member, number_of(how)};
    all.insert(all.end(), operands.begin(), operands.end());
    append(decorations_, op::member_decorate, all);
}

void module_words::name(spirv_id what, std::string_view text) {
    words all {what};
    const words letters = text_words(text);
    all.insert(all.end(), letters.begin(), letters.end());
    append(names_, op::name, all);
}

spirv_id module_words::glsl() {
    if (!glsl_) glsl_ = fresh();
    return glsl_;
}

words module_words::finish(spirv_id entry_point, const words& execution_modes, bool has_vulkan_memory_model) const {
    words all {magic, version_1_5, 0, bound_, 0};
    for (const capability each : capabilities_) append(all, op::capability, {number_of(each)});
    if (glsl_) {
        words import {glsl_};
        const words letters = text_words("GLSL.std.450");
        import.insert(import.end(), letters.begin(), letters.end());
        append(all, op::ext_inst_import, import);
    }
    constexpr uint32_t physical_storage_buffer_64 = 5348;
    constexpr uint32_t glsl_450_model = 1;
    constexpr uint32_t vulkan_model = 3;
    append(all, op::memory_model, {physical_storage_buffer_64, has_vulkan_memory_model ? vulkan_model : glsl_450_model});
    constexpr uint32_t gl_compute = 5;
    words entry {gl_compute, entry_point};
    const words letters = text_words("main");
    entry.insert(entry.end(), letters.begin(), letters.end());
    entry.insert(entry.end(), interface_.begin(), interface_.end());
    append(all, op::entry_point, entry);
    for (const words* const section : {&execution_modes, &names_, &decorations_, &globals_, &functions_})
        all.insert(all.end(), section->begin(), section->end());
    return all;
}

}  // namespace ingot::compiler::vulkan
