// Arithmetic, comparisons, conversions and vectors.
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"
#include "function_writer.hpp"

namespace ingot::compiler::vulkan {

namespace {

bool is_bool(const llvm::Type& type) { return type.getScalarType()->isIntegerTy(1); }

std::optional<spv::Op> code_of(const llvm::BinaryOperator& operation) {
    const bool of_bools = is_bool(*operation.getType());
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
            if (of_bools) return spv::OpLogicalNotEqual;
            return operation.getOpcode() == llvm::Instruction::Add ? spv::OpIAdd : spv::OpISub;
        case llvm::Instruction::Mul:
            return of_bools ? spv::OpLogicalAnd : spv::OpIMul;
        case llvm::Instruction::UDiv:
            return spv::OpUDiv;
        case llvm::Instruction::SDiv:
            return spv::OpSDiv;
        case llvm::Instruction::URem:
            return spv::OpUMod;
        case llvm::Instruction::Shl:
            return spv::OpShiftLeftLogical;
        case llvm::Instruction::LShr:
            return spv::OpShiftRightLogical;
        case llvm::Instruction::AShr:
            return spv::OpShiftRightArithmetic;
        case llvm::Instruction::And:
            return of_bools ? spv::OpLogicalAnd : spv::OpBitwiseAnd;
        case llvm::Instruction::Or:
            return of_bools ? spv::OpLogicalOr : spv::OpBitwiseOr;
        case llvm::Instruction::Xor:
            return of_bools ? spv::OpLogicalNotEqual : spv::OpBitwiseXor;
        case llvm::Instruction::FAdd:
            return spv::OpFAdd;
        case llvm::Instruction::FSub:
            return spv::OpFSub;
        case llvm::Instruction::FMul:
            return spv::OpFMul;
        case llvm::Instruction::FDiv:
            return spv::OpFDiv;
        default:
            return std::nullopt;
    }
}

// Returns the bits of a constant of 32 bits.
std::optional<uint64_t> word_of(const llvm::Value& value) {
    if (!value.getType()->isIntegerTy(32) && !value.getType()->isFloatTy()) return std::nullopt;
    if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) return integer->getZExtValue();
    if (const auto* const real = llvm::dyn_cast<llvm::ConstantFP>(&value))
        return real->getValueAPF().bitcastToAPInt().getZExtValue();
    return std::nullopt;
}

// Would Mesa's compiler lose the sign of a 0? A choice between 1.0 and 0.0, or -1.0 and -0.0, becomes a conversion of the
// condition, but -0.0 counts as 0.0 and 0.0 as -0.0; and integers with these bits count as such numbers.
bool loses_sign(const llvm::Value& first, const llvm::Value& second) {
    const auto one = word_of(first);
    const auto other = word_of(second);
    const auto are = [&](uint64_t a, uint64_t b) { return (one == a && other == b) || (one == b && other == a); };
    return one && other && (are(0x80000000, 0x3f800000) || are(0, 0xbf800000));
}

// Do bits of a floating-point number change, or lose, their sign?
bool changes_sign_of_number(const llvm::BinaryOperator& operation) {
    if (!operation.isBitwiseLogicOp() || !operation.getType()->isIntegerTy()) return false;
    const unsigned bits = operation.getType()->getIntegerBitWidth();
    const auto* const source = llvm::dyn_cast<llvm::BitCastInst>(operation.getOperand(0));
    const auto* const mask = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    return (bits == 32 || bits == 64) && source && source->getSrcTy()->isFloatingPointTy() && mask &&
           (mask->getValue().isSignMask() || mask->getValue().isMaxSignedValue());
}

}  // namespace

void function_writer::write_instruction(llvm::Instruction& instruction) {
    if (const auto* const kept = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store(*kept);
    if (const auto* const kept = llvm::dyn_cast<llvm::FenceInst>(&instruction)) return fence(*kept);
    if (llvm::isa<llvm::AllocaInst>(instruction)) {
        values_[&instruction] = word(state_.blocks.offset_of(instruction));
        return;
    }
    if (const spirv_id result = compute(instruction)) define(instruction, result);
}

// Returns the result of an instruction; 0 if it has none.
spirv_id function_writer::compute(llvm::Instruction& instruction) {
    const llvm::Type& result = *instruction.getType();
    const auto operand = [&](unsigned index) { return value(*instruction.getOperand(index)); };
    if (const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) return binary(*operation);
    if (const auto* const conversion = llvm::dyn_cast<llvm::CastInst>(&instruction)) return convert(*conversion);
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FNeg:
            return emit(spv::OpFNegate, type(result), {operand(0)});
        case llvm::Instruction::ICmp:
            return integer_comparison(llvm::cast<llvm::ICmpInst>(instruction));
        case llvm::Instruction::FCmp:
            return real_comparison(llvm::cast<llvm::FCmpInst>(instruction));
        case llvm::Instruction::Select:
            if (loses_sign(*instruction.getOperand(1), *instruction.getOperand(2)))
                return select(operand(0), hidden_word(operand(1), result), operand(2), result);
            return select(operand(0), operand(1), operand(2), result);
        case llvm::Instruction::Freeze:
            return operand(0);
        case llvm::Instruction::GetElementPtr:
            return address(llvm::cast<llvm::GEPOperator>(instruction));
        case llvm::Instruction::Load:
            return load(llvm::cast<llvm::LoadInst>(instruction));
        case llvm::Instruction::AtomicRMW:
            return atomic_update(llvm::cast<llvm::AtomicRMWInst>(instruction));
        case llvm::Instruction::AtomicCmpXchg:
            return atomic_exchange(llvm::cast<llvm::AtomicCmpXchgInst>(instruction));
        case llvm::Instruction::Call:
            return call(llvm::cast<llvm::CallInst>(instruction));
        case llvm::Instruction::ExtractValue: {
            words operands {operand(0)};
            for (const unsigned index : llvm::cast<llvm::ExtractValueInst>(instruction).getIndices()) operands.push_back(index);
            return emit(spv::OpCompositeExtract, type(result), operands);
        }
        case llvm::Instruction::InsertValue: {
            words operands {operand(1), operand(0)};
            for (const unsigned index : llvm::cast<llvm::InsertValueInst>(instruction).getIndices()) operands.push_back(index);
            return emit(spv::OpCompositeInsert, type(result), operands);
        }
        case llvm::Instruction::ExtractElement:
            return extract_element(llvm::cast<llvm::ExtractElementInst>(instruction));
        case llvm::Instruction::InsertElement:
            return insert_element(llvm::cast<llvm::InsertElementInst>(instruction));
        case llvm::Instruction::ShuffleVector:
            return shuffle(llvm::cast<llvm::ShuffleVectorInst>(instruction));
        default:
            refuse_unknown(instruction);
    }
}

// NVIDIA's compiler makes a negation, an absolute value or a copied sign of bits that are changed. Its instructions for these
// lose the sign of a NaN, so it must not know which bit changes.
spirv_id function_writer::binary(const llvm::BinaryOperator& operation) {
    const spirv_id left = value(*operation.getOperand(0));
    const spirv_id right = value(*operation.getOperand(1));
    const spirv_id result = type(*operation.getType());
    // Vulkan does not define the remainder of negative numbers.
    if (operation.getOpcode() == llvm::Instruction::SRem) {
        const spirv_id quotient = emit(spv::OpSDiv, result, {left, right});
        return emit(spv::OpISub, result, {left, emit(spv::OpIMul, result, {quotient, right})});
    }
    const auto code = code_of(operation);
    if (!code) refuse_unknown(operation);
    if (operation.getType()->isFloatingPointTy() && !state_.is_fast) return real_arithmetic(operation, *code);
    if (!state_.is_fast && changes_sign_of_number(operation))
        return emit(*code, result, {left, unknown_number(right, operation.getType()->getIntegerBitWidth())});
    return emit(*code, result, {left, right});
}

// Arithmetic in which each operation counts: infinities, NaN and the sign of 0 keep their meaning.
spirv_id function_writer::real_arithmetic(const llvm::BinaryOperator& operation, spv::Op code) {
    const spirv_id result = type(*operation.getType());
    const auto operand = [&](unsigned index) { return real_operand(*operation.getOperand(index)); };
    // Without the decoration, drivers fuse multiplications with additions, and assume that numbers are finite.
    const auto exact = [&](spv::Op what, const words& operands) {
        const spirv_id made = emit(what, result, operands);
        module_.decorate(made, spv::DecorationNoContraction);
        return made;
    };
    if (code != spv::OpFSub || operation.getOperand(0) != operation.getOperand(1)) return exact(code, {operand(0), operand(1)});
    // x - x is 0, or NaN if x is infinite or NaN. For lavapipe it is always 0.
    return extended(GLSLstd450FAbs, *operation.getType(), {exact(spv::OpFMul, {operand(0), hidden_zero(*operation.getType())})});
}

spirv_id function_writer::integer_comparison(const llvm::ICmpInst& comparison) {
    const spirv_id left = value(*comparison.getOperand(0));
    spirv_id right = value(*comparison.getOperand(1));
    const spirv_id result = type(*comparison.getType());
    // lavapipe compares a signed number that was widened to 64 bits with a constant as if the constant were another one.
    if (comparison.isSigned() && comparison.getOperand(0)->getType()->isIntegerTy(64)) right = hidden_number(right, 64);
    if (is_bool(*comparison.getOperand(0)->getType())) {
        const auto negated = [&](spirv_id each) { return emit(spv::OpLogicalNot, result, {each}); };
        switch (comparison.getPredicate()) {
            case llvm::CmpInst::ICMP_EQ:
                return emit(spv::OpLogicalEqual, result, {left, right});
            case llvm::CmpInst::ICMP_NE:
                return emit(spv::OpLogicalNotEqual, result, {left, right});
            case llvm::CmpInst::ICMP_UGT:
            case llvm::CmpInst::ICMP_SLT:  // a signed bool is 0 or -1
                return emit(spv::OpLogicalAnd, result, {left, negated(right)});
            case llvm::CmpInst::ICMP_ULT:
            case llvm::CmpInst::ICMP_SGT:
                return emit(spv::OpLogicalAnd, result, {negated(left), right});
            case llvm::CmpInst::ICMP_UGE:
            case llvm::CmpInst::ICMP_SLE:
                return emit(spv::OpLogicalOr, result, {left, negated(right)});
            default:
                return emit(spv::OpLogicalOr, result, {negated(left), right});
        }
    }
    const auto code = [&] {
        switch (comparison.getPredicate()) {
            case llvm::CmpInst::ICMP_EQ:
                return spv::OpIEqual;
            case llvm::CmpInst::ICMP_NE:
                return spv::OpINotEqual;
            case llvm::CmpInst::ICMP_UGT:
                return spv::OpUGreaterThan;
            case llvm::CmpInst::ICMP_UGE:
                return spv::OpUGreaterThanEqual;
            case llvm::CmpInst::ICMP_ULT:
                return spv::OpULessThan;
            case llvm::CmpInst::ICMP_ULE:
                return spv::OpULessThanEqual;
            case llvm::CmpInst::ICMP_SGT:
                return spv::OpSGreaterThan;
            case llvm::CmpInst::ICMP_SGE:
                return spv::OpSGreaterThanEqual;
            case llvm::CmpInst::ICMP_SLT:
                return spv::OpSLessThan;
            default:
                return spv::OpSLessThanEqual;
        }
    }();
    return emit(code, result, {left, right});
}

spirv_id function_writer::real_comparison(const llvm::FCmpInst& comparison) {
    const spirv_id left = value(*comparison.getOperand(0));
    const spirv_id right = value(*comparison.getOperand(1));
    const spirv_id result = type(*comparison.getType());
    const auto is_nan = [&](spirv_id each) { return emit(spv::OpIsNan, result, {each}); };
    // SPIR-V's unordered comparisons exist, but some drivers compute them as ordered ones: they become the opposite of the
    // ordered comparison that holds exactly where they do not.
    const auto opposite = [&](spv::Op code) { return emit(spv::OpLogicalNot, result, {emit(code, result, {left, right})}); };
    switch (comparison.getPredicate()) {
        case llvm::CmpInst::FCMP_FALSE:
            return module_.zero_of(*comparison.getType());
        case llvm::CmpInst::FCMP_TRUE:
            return emit(spv::OpLogicalNot, result, {module_.zero_of(*comparison.getType())});
        case llvm::CmpInst::FCMP_OEQ:
            return emit(spv::OpFOrdEqual, result, {left, right});
        case llvm::CmpInst::FCMP_OGT:
            return emit(spv::OpFOrdGreaterThan, result, {left, right});
        case llvm::CmpInst::FCMP_OGE:
            return emit(spv::OpFOrdGreaterThanEqual, result, {left, right});
        case llvm::CmpInst::FCMP_OLT:
            return emit(spv::OpFOrdLessThan, result, {left, right});
        case llvm::CmpInst::FCMP_OLE:
            return emit(spv::OpFOrdLessThanEqual, result, {left, right});
        case llvm::CmpInst::FCMP_ONE:
            return emit(spv::OpLogicalOr, result,
                        {emit(spv::OpFOrdLessThan, result, {left, right}), emit(spv::OpFOrdGreaterThan, result, {left, right})});
        case llvm::CmpInst::FCMP_ORD:
            return emit(spv::OpLogicalNot, result, {emit(spv::OpLogicalOr, result, {is_nan(left), is_nan(right)})});
        case llvm::CmpInst::FCMP_UNO:
            return left == right ? is_nan(left) : emit(spv::OpLogicalOr, result, {is_nan(left), is_nan(right)});
        case llvm::CmpInst::FCMP_UEQ:
            return emit(
                spv::OpLogicalNot, result,
                {emit(spv::OpLogicalOr, result,
                      {emit(spv::OpFOrdLessThan, result, {left, right}), emit(spv::OpFOrdGreaterThan, result, {left, right})})});
        case llvm::CmpInst::FCMP_UGT:
            return opposite(spv::OpFOrdLessThanEqual);
        case llvm::CmpInst::FCMP_UGE:
            return opposite(spv::OpFOrdLessThan);
        case llvm::CmpInst::FCMP_ULT:
            return opposite(spv::OpFOrdGreaterThanEqual);
        case llvm::CmpInst::FCMP_ULE:
            return opposite(spv::OpFOrdGreaterThan);
        case llvm::CmpInst::FCMP_UNE:
            return emit(spv::OpFUnordNotEqual, result, {left, right});
        default:
            refuse_unknown(comparison);
    }
}

spirv_id function_writer::select(spirv_id condition, spirv_id first, spirv_id second, const llvm::Type& result) {
    return emit(spv::OpSelect, type(result), {condition, first, second});
}

spirv_id function_writer::convert(const llvm::CastInst& conversion) {
    const spirv_id from = value(*conversion.getOperand(0));
    const llvm::Type& source = *conversion.getSrcTy();
    const llvm::Type& result = *conversion.getDestTy();
    switch (conversion.getOpcode()) {
        case llvm::Instruction::Trunc:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::SExt:
            return convert_integer(conversion);
        case llvm::Instruction::FPTrunc:
        case llvm::Instruction::FPExt:
            return emit(spv::OpFConvert, type(result), {from});
        case llvm::Instruction::FPToUI:
        case llvm::Instruction::FPToSI: {
            const bool is_signed = conversion.getOpcode() == llvm::Instruction::FPToSI;
            if (is_bool(result)) refuse_unknown(conversion);
            return emit(is_signed ? spv::OpConvertFToS : spv::OpConvertFToU, type(result), {from});
        }
        case llvm::Instruction::UIToFP:
        case llvm::Instruction::SIToFP: {
            const bool is_signed = conversion.getOpcode() == llvm::Instruction::SIToFP;
            if (is_bool(source)) {
                if (result.isVectorTy()) refuse_unknown(conversion);
                llvm::Type* const plain = conversion.getDestTy();
                return select(from, constant(*llvm::ConstantFP::get(plain, is_signed ? -1.0 : 1.0)), module_.zero_of(result),
                              result);
            }
            return emit(is_signed ? spv::OpConvertSToF : spv::OpConvertUToF, type(result), {from});
        }
        case llvm::Instruction::BitCast:
            return bitcast(conversion);
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::IntToPtr: {
            const unsigned from_bits = source.isPointerTy() ? pointer_bits(source) : source.getIntegerBitWidth();
            const unsigned bits = result.isPointerTy() ? pointer_bits(result) : result.getIntegerBitWidth();
            return from_bits == bits ? from : emit(spv::OpUConvert, int_type(bits), {from});
        }
        default:
            refuse_unknown(conversion);
    }
}

spirv_id function_writer::convert_integer(const llvm::CastInst& conversion) {
    const spirv_id from = value(*conversion.getOperand(0));
    llvm::Type& source = *conversion.getSrcTy();
    llvm::Type& result = *conversion.getDestTy();
    if (conversion.getOpcode() == llvm::Instruction::Trunc) {
        if (!is_bool(result)) return emit(spv::OpUConvert, type(result), {from});
        const spirv_id one = constant(*llvm::ConstantInt::get(&source, 1));
        const spirv_id lowest = emit(spv::OpBitwiseAnd, type(source), {from, one});
        return emit(spv::OpINotEqual, type(result), {lowest, module_.zero_of(source)});
    }
    const bool is_signed = conversion.getOpcode() == llvm::Instruction::SExt;
    if (is_bool(source))
        return select(from, constant(*llvm::ConstantInt::get(&result, is_signed ? ~uint64_t {0} : uint64_t {1}, is_signed)),
                      module_.zero_of(result), result);
    return emit(is_signed ? spv::OpSConvert : spv::OpUConvert, type(result), {from});
}

spirv_id function_writer::bitcast(const llvm::CastInst& conversion) {
    if (const spirv_id bits = bits_of_changed_sign(conversion)) return bits;
    const spirv_id from = value(*conversion.getOperand(0));
    const llvm::Type& source = *conversion.getSrcTy();
    const llvm::Type& result = *conversion.getDestTy();
    if (is_bool(source) || is_bool(result)) refuse_unknown(conversion);
    const spirv_id made = type(result);
    return type(source) == made ? from : emit(spv::OpBitcast, made, {from});
}

// Returns the bits of a number whose sign an instruction changes, in
//   %magnitude = call float @llvm.fabs.f32(float %x)
//   %bits = bitcast float %magnitude to i32
// The sign is changed in the bits of %x: a driver may give another NaN for OpFNegate and FAbs. Returns 0 for other conversions.
spirv_id function_writer::bits_of_changed_sign(const llvm::CastInst& conversion) {
    const llvm::Type& source = *conversion.getSrcTy();
    if (state_.is_fast || (!source.isFloatTy() && !source.isDoubleTy()) || !conversion.getDestTy()->isIntegerTy()) return 0;
    // Only values of the same block: those of a loop that are used after it have variables (loop_values.hpp).
    const auto operand_of = [&](const llvm::Value& value, bool changes_sign) -> const llvm::Value* {
        const auto* const operation = llvm::dyn_cast<llvm::Instruction>(&value);
        return changes_sign && operation->getParent() == conversion.getParent() ? operation->getOperand(0) : nullptr;
    };
    using namespace llvm::PatternMatch;
    const auto negated = [&](const llvm::Value& value) { return operand_of(value, match(&value, m_FNeg(m_Value()))); };
    const auto absolute = [&](const llvm::Value& value) { return operand_of(value, match(&value, m_FAbs(m_Value()))); };
    spv::Op code = spv::OpBitwiseXor;
    const unsigned width = conversion.getDestTy()->getIntegerBitWidth();
    uint64_t mask = uint64_t {1} << (width - 1);
    const llvm::Value* changed = negated(*conversion.getOperand(0));
    if (!changed) {
        changed = absolute(*conversion.getOperand(0));
        code = spv::OpBitwiseAnd;
        mask -= 1;
    } else if (const llvm::Value* const magnitude = absolute(*changed)) {
        changed = magnitude;
        code = spv::OpBitwiseOr;
    }
    if (!changed) return 0;
    const spirv_id bits = emit(spv::OpBitcast, int_type(width), {value(*changed)});
    return emit(code, int_type(width), {bits, unknown_number(module_.number(width, mask), width)});
}

spirv_id function_writer::extract_element(const llvm::ExtractElementInst& extraction) {
    const spirv_id from = value(*extraction.getVectorOperand());
    if (llvm::cast<llvm::FixedVectorType>(extraction.getVectorOperandType())->getNumElements() == 1) return from;
    const spirv_id result = type(*extraction.getType());
    if (const auto* const index = llvm::dyn_cast<llvm::ConstantInt>(extraction.getIndexOperand()))
        return emit(spv::OpCompositeExtract, result, {from, static_cast<uint32_t>(index->getZExtValue())});
    return emit(spv::OpVectorExtractDynamic, result, {from, value(*extraction.getIndexOperand())});
}

spirv_id function_writer::insert_element(const llvm::InsertElementInst& insertion) {
    const spirv_id inserted = value(*insertion.getOperand(1));
    if (llvm::cast<llvm::FixedVectorType>(insertion.getType())->getNumElements() == 1) return inserted;
    const spirv_id into = value(*insertion.getOperand(0));
    const spirv_id result = type(*insertion.getType());
    if (const auto* const index = llvm::dyn_cast<llvm::ConstantInt>(insertion.getOperand(2)))
        return emit(spv::OpCompositeInsert, result, {inserted, into, static_cast<uint32_t>(index->getZExtValue())});
    return emit(spv::OpVectorInsertDynamic, result, {into, inserted, value(*insertion.getOperand(2))});
}

spirv_id function_writer::shuffle(const llvm::ShuffleVectorInst& shuffled) {
    const auto* const source = llvm::cast<llvm::FixedVectorType>(shuffled.getOperand(0)->getType());
    const auto* const result = llvm::cast<llvm::FixedVectorType>(shuffled.getType());
    const spirv_id left = value(*shuffled.getOperand(0));
    const spirv_id right = value(*shuffled.getOperand(1));
    const spirv_id element = type(*result->getElementType());
    words parts;
    for (const int index : shuffled.getShuffleMask()) {
        const auto place = static_cast<unsigned>(std::max(index, 0));
        const unsigned count = source->getNumElements();
        const spirv_id from = place < count ? left : right;
        parts.push_back(count == 1 ? from : emit(spv::OpCompositeExtract, element, {from, place % count}));
    }
    return parts.size() == 1 ? parts.front() : emit(spv::OpCompositeConstruct, type(*result), parts);
}

}  // namespace ingot::compiler::vulkan
