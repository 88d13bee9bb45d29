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

void append(words& to, spv::Op code, const words& operands) {
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
    need(spv::CapabilityShader);
    need(spv::CapabilityPhysicalStorageBufferAddresses);
    need(spv::CapabilityInt64);
}

void module_words::need(spv::Capability each) { capabilities_.insert(each); }

spirv_id module_words::unique(spv::Op code, const words& operands, spirv_id type) {
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

spirv_id module_words::void_type() { return unique(spv::OpTypeVoid, {}); }
spirv_id module_words::bool_type() { return unique(spv::OpTypeBool, {}); }

spirv_id module_words::int_type(unsigned bits) {
    if (bits == 8) need(spv::CapabilityInt8);
    if (bits == 16) need(spv::CapabilityInt16);
    return unique(spv::OpTypeInt, {bits, 0});
}

spirv_id module_words::float_type(unsigned bits) {
    if (bits == 16) need(spv::CapabilityFloat16);
    if (bits == 64) need(spv::CapabilityFloat64);
    return unique(spv::OpTypeFloat, {bits});
}

spirv_id module_words::vector_type(spirv_id element, unsigned count) { return unique(spv::OpTypeVector, {element, count}); }

spirv_id module_words::pointer_type(spv::StorageClass space, spirv_id pointee) {
    return unique(spv::OpTypePointer, {number_of(space), pointee});
}

spirv_id module_words::image_type(spirv_id channel, spv::Dim dimension, bool is_array, bool is_sampled) {
    if (dimension == spv::Dim1D) need(is_sampled ? spv::CapabilitySampled1D : spv::CapabilityImage1D);
    constexpr uint32_t unknown_format = 0;
    return unique(spv::OpTypeImage,
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
        return unique(spv::OpTypeStruct, members);
    }
    if (const auto* const array = llvm::dyn_cast<llvm::ArrayType>(&type))
        return unique(spv::OpTypeArray, {this->type(*array->getElementType()), word(array->getNumElements())});
    refuse(type);
}

spirv_id module_words::number(unsigned bits, uint64_t value) {
    words operands {static_cast<uint32_t>(value)};
    if (bits == 64) operands.push_back(static_cast<uint32_t>(value >> 32));
    return unique(spv::OpConstant, operands, int_type(bits));
}

spirv_id module_words::zero_of(const llvm::Type& type) { return unique(spv::OpConstantNull, {}, this->type(type)); }

spirv_id module_words::constant(const llvm::Constant& constant) {
    const llvm::Type& type = *constant.getType();
    if (llvm::isa<llvm::UndefValue>(constant) || constant.isNullValue()) return zero_of(type);
    if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
        if (type.isVectorTy()) return 0;
        if (type.isIntegerTy(1)) return unique(integer->isOne() ? spv::OpConstantTrue : spv::OpConstantFalse, {}, bool_type());
        if (type.getIntegerBitWidth() > 64) refuse(type);
        return number(type.getIntegerBitWidth(), integer->getZExtValue());
    }
    if (const auto* const real = llvm::dyn_cast<llvm::ConstantFP>(&constant); real && !type.isVectorTy()) {
        const uint64_t bits = real->getValueAPF().bitcastToAPInt().getZExtValue();
        words operands {static_cast<uint32_t>(bits)};
        if (type.isDoubleTy()) operands.push_back(static_cast<uint32_t>(bits >> 32));
        return unique(spv::OpConstant, operands, this->type(type));
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
    return parts.size() == 1 && type.isVectorTy() ? parts.front() : unique(spv::OpConstantComposite, parts, this->type(type));
}

spirv_id module_words::specialisation_constant(uint32_t index, uint32_t value) {
    const spirv_id type = int_type(32);
    const spirv_id made = fresh();
    append(globals_, spv::OpSpecConstant, {type, made, value});
    decorate(made, spv::DecorationSpecId, {index});
    return made;
}

spirv_id module_words::variable(spv::StorageClass space, spirv_id type, spirv_id initial_value) {
    const spirv_id pointer = pointer_type(space, type);
    const spirv_id made = fresh();
    words operands {pointer, made, number_of(space)};
    if (initial_value) operands.push_back(initial_value);
    append(globals_, spv::OpVariable, operands);
    interface_.push_back(made);
    return made;
}

spirv_id module_words::input(spv::BuiltIn what, spirv_id type) {
    spirv_id& found = inputs_[what];
    if (found) return found;
    found = variable(spv::StorageClassInput, type);
    decorate(found, spv::DecorationBuiltIn, {number_of(what)});
    return found;
}

void module_words::decorate(spirv_id what, spv::Decoration how, const words& operands) {
    words all {what, number_of(how)};
    all.insert(all.end(), operands.begin(), operands.end());
    append(decorations_, spv::OpDecorate, all);
}

void module_words::decorate_member(spirv_id type, uint32_t member, spv::Decoration how, const words& operands) {
    words all {type, member, number_of(how)};
    all.insert(all.end(), operands.begin(), operands.end());
    append(decorations_, spv::OpMemberDecorate, all);
}

void module_words::name(spirv_id what, std::string_view text) {
    words all {what};
    const words letters = text_words(text);
    all.insert(all.end(), letters.begin(), letters.end());
    append(names_, spv::OpName, all);
}

spirv_id module_words::glsl() {
    if (!glsl_) glsl_ = fresh();
    return glsl_;
}

words module_words::finish(spirv_id entry_point, const words& execution_modes, bool has_vulkan_memory_model) const {
    words all {magic, version_1_5, 0, bound_, 0};
    for (const spv::Capability each : capabilities_) append(all, spv::OpCapability, {number_of(each)});
    if (glsl_) {
        words import {glsl_};
        const words letters = text_words("GLSL.std.450");
        import.insert(import.end(), letters.begin(), letters.end());
        append(all, spv::OpExtInstImport, import);
    }
    constexpr uint32_t physical_storage_buffer_64 = 5348;
    constexpr uint32_t glsl_450_model = 1;
    constexpr uint32_t vulkan_model = 3;
    append(all, spv::OpMemoryModel, {physical_storage_buffer_64, has_vulkan_memory_model ? vulkan_model : glsl_450_model});
    constexpr uint32_t gl_compute = 5;
    words entry {gl_compute, entry_point};
    const words letters = text_words("main");
    entry.insert(entry.end(), letters.begin(), letters.end());
    entry.insert(entry.end(), interface_.begin(), interface_.end());
    append(all, spv::OpEntryPoint, entry);
    for (const words* const section : {&execution_modes, &names_, &decorations_, &globals_, &functions_})
        all.insert(all.end(), section->begin(), section->end());
    return all;
}

}  // namespace ingot::compiler::vulkan
