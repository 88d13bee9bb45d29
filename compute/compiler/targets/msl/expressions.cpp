// Operands, operators, comparisons and conversions.
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "expression_writer.hpp"
#include "metal_names.hpp"

namespace ingot::compiler::msl {

void refuse(const llvm::Value& value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    throw std::logic_error("internal error: ingotc cannot write this in Metal's language:" + text);
}

std::string joined(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string converted(std::string text, const llvm::Type& from, const llvm::Type& to) {
    if (&from == &to) return text;
    if (to.isIntegerTy(1)) return "(" + text + " & 1) != 0";
    if (from.isPointerTy() || to.isPointerTy()) return "(" + type_name(to) + ")(" + text + ")";
    return "as_type<" + type_name(to) + ">(" + text + ")";
}

std::string expression_writer::operand(const llvm::Value& value) {
    const expression result = evaluate(value);
    return result.is_operand ? result.text : "(" + result.text + ")";
}

std::string expression_writer::signed_operand(const llvm::Value& value) {
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return signed_literal(*number);
    return signed_type_name(*value.getType()) + "(" + whole(value) + ")";
}

std::string expression_writer::wide_operand(const llvm::Value& value) {
    if (value.getType()->getIntegerBitWidth() >= 32) return operand(value);
    return "uint(" + whole(value) + ")";
}

expression expression_writer::evaluate(const llvm::Value& value) {
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&value)) return {literal(*number)};
    if (const auto* const number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
        std::string text = literal(*number);
        const bool is_negative = text.front() == '-';
        return {std::move(text), !is_negative};
    }
    if (value.getType()->isPointerTy()) return address(value);
    if (llvm::isa<llvm::UndefValue>(value) || llvm::isa<llvm::ConstantAggregateZero>(value)) return zero(*value.getType());
    if (llvm::isa<llvm::ConstantExpr>(value)) {
        const auto& constant = llvm::cast<llvm::ConstantExpr>(value);
        if (constant.getOpcode() == llvm::Instruction::PtrToInt) return cast("ulong", whole(*constant.getOperand(0)));
        refuse(value);
    }
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&value)) {
        const std::string& name = argument_names_[argument];
        if (kernel_ && value.getType()->isIntegerTy() && is_real_argument(*argument, kernel_))
            return {"as_type<" + type_name(*value.getType()) + ">(" + name + ")"};
        return {name};
    }
    const auto& instruction = llvm::cast<llvm::Instruction>(value);
    if (inlined_.contains(&instruction)) return compute(instruction);
    return {names_.of(value)};
}

expression expression_writer::zero(const llvm::Type& type) {
    if (type.isIntegerTy(1)) return {"false"};
    if (type.isFloatTy()) return {"0.0f"};
    if (type.isHalfTy()) return {"0.0h"};
    if (type.isPointerTy()) return {"nullptr"};
    return {literal(*llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(const_cast<llvm::Type*>(&type)), 0))};
}

expression expression_writer::compute(const llvm::Instruction& each) {
    if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&each)) return binary(*operation);
    if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&each)) return compare(*comparison);
    if (const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&each)) return convert(*conversion);
    if (each.getOpcode() == llvm::Instruction::FNeg) return {"-" + operand(*each.getOperand(0)), false};
    if (llvm::isa<llvm::FreezeInst>(each)) return evaluate(*each.getOperand(0));
    if (llvm::isa<llvm::SelectInst>(each)) {
        const auto& select = llvm::cast<llvm::SelectInst>(each);
        return {
            operand(*select.getCondition()) + " ? " + operand(*select.getTrueValue()) + " : " + operand(*select.getFalseValue()),
            false};
    }
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&each)) return read(*load);
    if (const auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(&each)) return extract(*part);
    if (const auto* const channel = llvm::dyn_cast<llvm::ExtractElementInst>(&each)) {
        const auto* const place = llvm::dyn_cast<llvm::ConstantInt>(channel->getIndexOperand());
        if (!place || place->getZExtValue() > 3) refuse(each);
        return {operand(*channel->getVectorOperand()) + "." + "xyzw"[place->getZExtValue()]};
    }
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&each)) return call_text(*call);
    refuse(each);
}

expression expression_writer::extract(const llvm::ExtractValueInst& part) {
    const llvm::Value& whole_value = *part.getAggregateOperand();
    if (part.getNumIndices() != 1) refuse(part);
    const unsigned index = part.getIndices()[0];
    if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(&whole_value))
        return {argument_names_[argument] + "[" + std::to_string(index) + "]"};
    if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&whole_value)) {
        if (index == 0) return {names_.of(whole_value)};
        return {names_.of(whole_value) + " == " + operand(*exchange->getCompareOperand()), false};
    }
    refuse(part);
}

expression expression_writer::binary(const llvm::BinaryOperator& operation) {
    const llvm::Type& type = *operation.getType();
    if (const llvm::CallInst* const call = input_call(operation)) return input_text(*call, *input_of(*call->getCalledFunction()));
    const llvm::Value& first = *operation.getOperand(0);
    const llvm::Value& second = *operation.getOperand(1);
    const auto plain = [&](const char* sign) { return expression {operand(first) + " " + sign + " " + operand(second), false}; };
    if (!type.isIntegerTy()) {
        switch (operation.getOpcode()) {
            case llvm::Instruction::FAdd:
                return plain("+");
            case llvm::Instruction::FSub:
                return plain("-");
            case llvm::Instruction::FMul:
                return plain("*");
            case llvm::Instruction::FDiv:
                return plain("/");
            default:
                return {precise("fmod", type) + "(" + whole(first) + ", " + whole(second) + ")"};
        }
    }
    if (type.isIntegerTy(1)) {
        if (operation.getOpcode() == llvm::Instruction::And || operation.getOpcode() == llvm::Instruction::Mul)
            return plain("&&");
        if (operation.getOpcode() == llvm::Instruction::Or) return plain("||");
        if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&second); number && number->isOne())
            return {"!" + operand(first), false};
        return plain("!=");
    }
    const bool is_narrow = type.getIntegerBitWidth() < 32;
    const auto as_unsigned = [&](const char* sign) {
        const expression result {wide_operand(first) + " " + sign + " " + wide_operand(second), false};
        return is_narrow ? cast(type_name(type), result.text) : result;
    };
    const auto as_signed = [&](const char* sign, bool is_second_signed) {
        return cast(type_name(type), signed_operand(first) + " " + sign + " " +
                                         (is_second_signed ? signed_operand(second) : wide_operand(second)));
    };
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
            if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(&second);
                number && !is_narrow && number->isNegative() && number->getSExtValue() > -4096) {
                const auto* const positive =
                    llvm::cast<llvm::ConstantInt>(llvm::ConstantInt::get(number->getType(), -number->getValue()));
                return {operand(first) + " - " + literal(*positive), false};
            }
            return as_unsigned("+");
        case llvm::Instruction::Sub:
            return as_unsigned("-");
        case llvm::Instruction::Mul:
            return as_unsigned("*");
        case llvm::Instruction::UDiv:
            return as_unsigned("/");
        case llvm::Instruction::URem:
            return as_unsigned("%");
        case llvm::Instruction::And:
            return as_unsigned("&");
        case llvm::Instruction::Or:
            return as_unsigned("|");
        case llvm::Instruction::Xor:
            return as_unsigned("^");
        case llvm::Instruction::Shl:
            return as_unsigned("<<");
        case llvm::Instruction::LShr:
            return as_unsigned(">>");
        case llvm::Instruction::AShr:
            return as_signed(">>", false);
        case llvm::Instruction::SDiv:
            return as_signed("/", true);
        case llvm::Instruction::SRem:
            return as_signed("%", true);
        default:
            refuse(operation);
    }
}

expression expression_writer::compare(const llvm::CmpInst& comparison) {
    using llvm::CmpInst;
    const llvm::Value& first = *comparison.getOperand(0);
    const llvm::Value& second = *comparison.getOperand(1);
    const auto with = [&](const std::string& sign) {
        if (comparison.isIntPredicate() && comparison.isSigned())
            return signed_operand(first) + " " + sign + " " + signed_operand(second);
        return operand(first) + " " + sign + " " + operand(second);
    };
    const auto is_number = [&](const llvm::Value& value) { return operand(value) + " == " + operand(value); };
    switch (comparison.getPredicate()) {
        case CmpInst::ICMP_EQ:
        case CmpInst::FCMP_OEQ:
            return {with("=="), false};
        case CmpInst::ICMP_NE:
        case CmpInst::FCMP_UNE:
            return {with("!="), false};
        case CmpInst::ICMP_UGT:
        case CmpInst::ICMP_SGT:
        case CmpInst::FCMP_OGT:
            return {with(">"), false};
        case CmpInst::ICMP_UGE:
        case CmpInst::ICMP_SGE:
        case CmpInst::FCMP_OGE:
            return {with(">="), false};
        case CmpInst::ICMP_ULT:
        case CmpInst::ICMP_SLT:
        case CmpInst::FCMP_OLT:
            return {with("<"), false};
        case CmpInst::ICMP_ULE:
        case CmpInst::ICMP_SLE:
        case CmpInst::FCMP_OLE:
            return {with("<="), false};
        case CmpInst::FCMP_UGT:
            return {"!(" + with("<=") + ")", false};
        case CmpInst::FCMP_UGE:
            return {"!(" + with("<") + ")", false};
        case CmpInst::FCMP_ULT:
            return {"!(" + with(">=") + ")", false};
        case CmpInst::FCMP_ULE:
            return {"!(" + with(">") + ")", false};
        case CmpInst::FCMP_ONE:
            return {with("<") + " || " + with(">"), false};
        case CmpInst::FCMP_UEQ:
            return {"!(" + with("<") + " || " + with(">") + ")", false};
        case CmpInst::FCMP_ORD:
            return {is_number(first) + " && " + is_number(second), false};
        case CmpInst::FCMP_UNO:
            return {"!(" + is_number(first) + " && " + is_number(second) + ")", false};
        case CmpInst::FCMP_TRUE:
            return {"true"};
        default:
            return {"false"};
    }
}

expression expression_writer::convert(const llvm::CastInst& conversion) {
    const llvm::Value& source = *conversion.getOperand(0);
    const llvm::Type& from = *source.getType();
    const llvm::Type& to = *conversion.getType();
    switch (conversion.getOpcode()) {
        case llvm::Instruction::Trunc:
            if (to.isIntegerTy(1)) return {"(" + operand(source) + " & 1) != 0", false};
            if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&source); call && to.isIntegerTy(32))
                if (const kernel_input* const input = input_of(*call->getCalledFunction()))
                    if (const std::string id = input_number(*call, *input); !call->arg_empty()) return {id};
            return cast(type_name(to), whole(source));
        case llvm::Instruction::ZExt:
        case llvm::Instruction::UIToFP:
        case llvm::Instruction::FPTrunc:
        case llvm::Instruction::FPExt:
            return cast(type_name(to), whole(source));
        case llvm::Instruction::SExt:
        case llvm::Instruction::SIToFP:
            if (from.isIntegerTy(1)) return {operand(source) + " ? " + type_name(to) + "(-1) : " + type_name(to) + "(0)", false};
            return cast(type_name(to), signed_operand(source));
        case llvm::Instruction::FPToUI:
            if (to.isIntegerTy(1)) return {operand(source) + " != 0", false};
            return cast(type_name(to), to.getIntegerBitWidth() < 32 ? "uint(" + whole(source) + ")" : whole(source));
        case llvm::Instruction::FPToSI: {
            if (to.isIntegerTy(1)) return {operand(source) + " != 0", false};
            const std::string type = to.isIntegerTy(64) ? "long" : "int";
            return cast(type_name(to), type + "(" + whole(source) + ")");
        }
        case llvm::Instruction::BitCast: {
            const auto* const argument = llvm::dyn_cast<llvm::Argument>(&source);
            if (argument && is_real_argument(*argument, kernel_)) return {argument_names_[argument]};
            return {converted(whole(source), from, to)};
        }
        case llvm::Instruction::PtrToInt:
            return cast(type_name(to), "ulong(" + whole(source) + ")");
        case llvm::Instruction::IntToPtr:
            return {"(" + type_name(to) + ")(" + whole(source) + ")", false};
        default:
            refuse(conversion);
    }
}

expression expression_writer::read(const llvm::LoadInst& load) {
    auto [text, type] = memory(*load.getPointerOperand(), load.getType());
    std::string result = converted(text, *type, *load.getType());
    if (type == load.getType() && load.getType()->isIntegerTy(1)) result = "(" + text + " & 1) != 0";
    return {result, !text.starts_with("*") && !load.getType()->isIntegerTy(1)};
}

}  // namespace ingot::compiler::msl
