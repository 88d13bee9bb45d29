// Addresses, and the memory at an address: `positions[i].x`, or `*(device uint*)(bytes + 4 * i)`.
#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>

#include "expression_writer.hpp"
#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

// Returns an index as a summand.
std::string in_parentheses(const std::string& index) { return index.find(' ') == std::string::npos ? index : "(" + index + ")"; }

}  // namespace

const memory_shape* expression_writer::shape_of_base(const llvm::Value& base) {
    if (const auto found = shapes_.find(&base); found != shapes_.end()) return &found->second;
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&base))
        if (const auto found = shared_.variables.find(variable); found != shared_.variables.end()) return &found->second.second;
    return nullptr;
}

std::string expression_writer::base_name(const llvm::Value& base) {
    if (const auto* const constant = llvm::dyn_cast<llvm::ConstantExpr>(&base)) {
        if (constant->getOpcode() != llvm::Instruction::IntToPtr) refuse(base);
        return "((" + type_name(*base.getType()) + ")" + operand(*constant->getOperand(0)) + ")";
    }
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&base)) return argument_names_[argument];
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&base)) {
        const auto found = shared_.variables.find(variable);
        if (found == shared_.variables.end()) refuse(base);
        return found->second.first;
    }
    return names_.of(base);
}

std::string expression_writer::space_of(const llvm::Value& base) {
    const unsigned space = base.getType()->getPointerAddressSpace();
    return std::string(space_name(space)) + (read_only_.lookup(&base) ? " const" : "");
}

std::string expression_writer::index(const address_sum& sum, int64_t unit) {
    std::string text;
    size_t summands = 0;
    for (const auto& [value, factor] : sum.terms) {
        if (factor == 0) continue;
        const bool is_alone = sum.terms.size() == 1 && sum.bytes / unit == 0 && factor == unit;
        const std::string term = index_term(*value, is_alone);
        const int64_t scale = factor / unit;
        text += (text.empty() ? "" : " + ") + term + (scale == 1 ? "" : " * " + std::to_string(scale));
        ++summands;
    }
    if (const int64_t rest = sum.bytes / unit; rest != 0 && summands != 0)
        text += (rest < 0 ? " - " : " + ") + std::to_string(rest < 0 ? -rest : rest);
    else if (rest != 0)
        text = std::to_string(rest);
    return text;
}

std::string expression_writer::index_term(const llvm::Value& value, bool is_alone) {
    const llvm::Value* source = &value;
    const std::string type = "long";
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return signed_literal(*number);
    if (const llvm::CallInst* const call = input_call(value)) {
        const std::string number = input_number(*call, *input_of(*call->getCalledFunction()));
        return is_alone ? number : cast(type, number).text;
    }
    const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&value);
    const bool is_part = conversion && inlined_.contains(conversion);
    if (is_part && llvm::isa<llvm::ZExtInst>(conversion) && !conversion->getOperand(0)->getType()->isIntegerTy(1)) {
        source = conversion->getOperand(0);
        if (is_alone) return whole(*source);
        return cast(type, whole(*source)).text;
    }
    if (is_part && llvm::isa<llvm::SExtInst>(conversion) && !conversion->getOperand(0)->getType()->isIntegerTy(1)) {
        source = conversion->getOperand(0);
        return is_alone ? signed_operand(*source) : cast(type, signed_operand(*source)).text;
    }
    if (value.getType()->isIntegerTy(64))
        return is_alone && is_not_negative(value) ? whole(value) : cast(type, whole(value)).text;
    return cast(type, signed_operand(value)).text;
}

bool expression_writer::is_not_negative(const llvm::Value& value) const {
    return llvm::isKnownNonNegative(&value, llvm::SimplifyQuery(layout_));
}

expression expression_writer::address(const llvm::Value& value) {
    if (llvm::isa<llvm::ConstantPointerNull>(value) || llvm::isa<llvm::UndefValue>(value)) return {"nullptr"};
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction && inlined_.contains(instruction)) return compute(*instruction);
    const address_sum sum = sum_of(value, layout_);
    if (const auto* const base = llvm::dyn_cast<llvm::Instruction>(sum.base); base && inlined_.contains(base) && base != &value) {
        const std::string offset = index(sum, 1);
        return offset.empty() ? compute(*base) : expression {operand(*base) + " + " + in_parentheses(offset), false};
    }
    std::string text = llvm::isa<llvm::ConstantPointerNull>(sum.base) || llvm::isa<llvm::UndefValue>(sum.base)
                           ? "(" + type_name(*sum.base->getType()) + ")nullptr"
                           : base_name(*sum.base);
    if (shape_of_base(*sum.base)) text = "(" + space_of(*sum.base) + " uchar*)" + text;
    if (read_only_.lookup(sum.base)) text = "(" + type_name(*sum.base->getType()) + ")" + text;
    const std::string offset = index(sum, 1);
    const bool is_name = offset.empty() && !shape_of_base(*sum.base) && !text.starts_with("(");
    return {offset.empty() ? text : text + " + " + in_parentheses(offset), is_name};
}

std::pair<std::string, llvm::Type*> expression_writer::memory(const llvm::Value& pointer, llvm::Type* type) {
    const address_sum sum = sum_of(pointer, layout_);
    const memory_shape* const shape = shape_of_base(*sum.base);
    const uint64_t size = layout_.getTypeStoreSize(type);
    if (shape && shape->number && layout_.getTypeStoreSize(shape->number) == size) {
        const auto number = static_cast<int64_t>(size);
        const auto element = static_cast<int64_t>(shape->bytes(layout_));
        const auto is_multiple = [&](int64_t unit) {
            return std::ranges::all_of(sum.terms, [&](const auto& term) { return term.second % unit == 0; });
        };
        if (sum.bytes >= 0 && sum.bytes % number == 0 && is_multiple(element)) {
            address_sum whole_elements = sum;
            const int64_t component = sum.bytes % element / number;
            whole_elements.bytes -= component * number;
            const std::string place = index(whole_elements, element);
            std::string text = base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]";
            if (shape->components > 1) text += std::string(".") + "xyzw"[component];
            return {text, shape->number};
        }
        if (sum.bytes % number == 0 && is_multiple(number)) {
            const std::string place = index(sum, number);
            return {"((" + space_of(*sum.base) + " " + type_name(*shape->number) + "*)" + base_name(*sum.base) + ")[" +
                        (place.empty() ? "0" : place) + "]",
                    shape->number};
        }
    }
    const std::string space = space_of(*sum.base);
    if (type->isPointerTy())
        return {"*(" + aliased(*type) + " " + std::string(space_name(pointer.getType()->getPointerAddressSpace())) + "*)" +
                    pointer_operand(pointer),
                type};
    if (type->isIntegerTy(8) && shape && !shape->number) {
        const std::string place = index(sum, 1);
        return {base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]", type};
    }
    return {"*(" + space + " " + aliased(*type) + "*)" + pointer_operand(pointer, true), type};
}

std::string expression_writer::aliased(const llvm::Type& type) {
    // Bytes may be part of anything.
    if (type.isIntegerTy(1) || type.isIntegerTy(8)) return "uchar";
    const std::string name = type.isPointerTy() ? "aliased_" + std::string(space_name(type.getPointerAddressSpace())) + "_pointer"
                                                : "aliased_" + type_name(type);
    shared_.aliased[name] = type_name(type);
    return name;
}

std::string expression_writer::element(const llvm::Value& pointer, const llvm::Value& length) {
    const address_sum sum = sum_of(pointer, layout_);
    const memory_shape* const shape = shape_of_base(*sum.base);
    const auto* const bytes = llvm::dyn_cast<llvm::ConstantInt>(&length);
    if (!shape || !shape->number || !bytes || bytes->getZExtValue() != shape->bytes(layout_)) return {};
    const auto size = static_cast<int64_t>(shape->bytes(layout_));
    const auto is_multiple = [&](const auto& term) { return term.second % size == 0; };
    if (sum.bytes % size != 0 || !std::ranges::all_of(sum.terms, is_multiple)) return {};
    const std::string place = index(sum, size);
    return base_name(*sum.base) + "[" + (place.empty() ? "0" : place) + "]";
}

std::string expression_writer::element_type(const llvm::Value& pointer) {
    return shape_of_base(*sum_of(pointer, layout_).base)->name();
}

std::string expression_writer::pointer_operand(const llvm::Value& pointer, bool keeps_const) {
    const address_sum sum = sum_of(pointer, layout_);
    if (keeps_const && read_only_.lookup(sum.base)) {
        const std::string text = "(" + space_of(*sum.base) + " uchar*)" + base_name(*sum.base);
        const std::string offset = index(sum, 1);
        return offset.empty() ? "(" + text + ")" : "(" + text + " + " + in_parentheses(offset) + ")";
    }
    return operand(pointer);
}

}  // namespace ingot::compiler::msl
