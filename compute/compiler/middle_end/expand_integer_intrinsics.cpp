// Replaces integer intrinsics that SPIR-V's Kernel capability lacks, or that llvm-spirv does not translate, by plain
// instructions: bitreverse, and additions, subtractions and multiplications with an overflow flag.
//   %both = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
//   %overflows = extractvalue {i32, i1} %both, 1
// becomes
//   %sum = add i32 %a, %b
//   %overflows = icmp ult i32 %sum, %a
// The pass runs after all of LLVM's simplification, which would create the intrinsics again.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <bit>

#include "device_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The two results of an operation with an overflow flag.
struct checked {
    llvm::Value* result;
    llvm::Value* overflows;
};

unsigned width_of(const llvm::Value* value) { return value->getType()->getScalarSizeInBits(); }

llvm::Constant* number(const llvm::Value* operand, const llvm::APInt& value) {
    return llvm::ConstantInt::get(operand->getType(), value);
}

llvm::Constant* zero(const llvm::Value* value) { return llvm::Constant::getNullValue(value->getType()); }

// Returns the width of the smallest integer type of a device (8, 16, 32 or 64 bits) that has at least `bits` bits.
unsigned device_width(unsigned bits) { return std::max(8u, std::bit_ceil(bits)); }

// Reverses the bits of a value in steps: swaps its halves, then the halves of each half, down to single bits.
llvm::Value* reverse_bits(llvm::IRBuilder<>& builder, llvm::Value* operand) {
    const unsigned bits = device_width(width_of(operand));
    llvm::Value* value = builder.CreateZExt(operand, operand->getType()->getWithNewBitWidth(bits));
    for (unsigned step = bits / 2; step > 0; step /= 2) {
        llvm::Constant* const low = number(value, llvm::APInt::getSplat(bits, llvm::APInt::getLowBitsSet(2 * step, step)));
        value = builder.CreateOr(builder.CreateShl(builder.CreateAnd(value, low), step),
                                 builder.CreateAnd(builder.CreateLShr(value, step), low));
    }
    return builder.CreateTrunc(builder.CreateLShr(value, bits - width_of(operand)), operand->getType());
}

// The same by a target's reversal of 32 bits: a narrower number is in the upper bits of the reversed one, and the two halves of a
// wider one change places.
llvm::Value* reverse_words(llvm::IRBuilder<>& builder, llvm::Value* operand) {
    const unsigned bits = std::max(32u, device_width(width_of(operand)));
    const auto reversed = [&](llvm::Value* value) {
        return builder.CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse,
                                            builder.CreateTrunc(value, value->getType()->getWithNewBitWidth(32)));
    };
    llvm::Value* value = builder.CreateZExt(operand, operand->getType()->getWithNewBitWidth(bits));
    if (bits == 32) {
        value = reversed(value);
    } else {
        llvm::Value* const high = builder.CreateZExt(reversed(value), value->getType());
        llvm::Value* const low = builder.CreateZExt(reversed(builder.CreateLShr(value, 32)), value->getType());
        value = builder.CreateOr(builder.CreateShl(high, 32), low);
    }
    return builder.CreateTrunc(builder.CreateLShr(value, bits - width_of(operand)), operand->getType());
}

// A signed sum overflows if its sign differs from the signs of both summands; an unsigned sum if it is less than a
// summand (H. Warren, Hacker's Delight, 2nd edition, 2-13).
checked add(llvm::IRBuilder<>& builder, bool is_signed, llvm::Value* a, llvm::Value* b) {
    llvm::Value* const sum = builder.CreateAdd(a, b);
    if (!is_signed) return {sum, builder.CreateICmpULT(sum, a)};
    llvm::Value* const sign = builder.CreateAnd(builder.CreateXor(sum, a), builder.CreateXor(sum, b));
    return {sum, builder.CreateICmpSLT(sign, zero(sign))};
}

// A signed difference a - b overflows if the signs of a and b differ and the sign of the difference is not that of a;
// an unsigned difference if a < b (Hacker's Delight, 2-13).
checked subtract(llvm::IRBuilder<>& builder, bool is_signed, llvm::Value* a, llvm::Value* b) {
    llvm::Value* const difference = builder.CreateSub(a, b);
    if (!is_signed) return {difference, builder.CreateICmpULT(a, b)};
    llvm::Value* const sign = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateXor(a, difference));
    return {difference, builder.CreateICmpSLT(sign, zero(sign))};
}

// Multiplies two unsigned numbers: splits each into halves and multiplies the halves, as in long multiplication:
//   a * b = (high(a) * high(b) << 2 * half) + (high(a) * low(b) + low(a) * high(b) << half) + low(a) * low(b)
// The product overflows if both high halves are not zero. Otherwise at most one of the two middle products is not zero,
// so that their sum does not overflow; the product overflows if the high half of this sum is not zero, or if the last
// addition overflows.
checked multiply_halves(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    const unsigned half = width_of(a) / 2;
    llvm::Constant* const mask = number(a, llvm::APInt::getLowBitsSet(2 * half, half));
    const auto low = [&](llvm::Value* value) { return builder.CreateAnd(value, mask); };
    const auto high = [&](llvm::Value* value) { return builder.CreateLShr(value, half); };
    const auto is_not_zero = [&](llvm::Value* value) { return builder.CreateICmpNE(value, zero(value)); };
    llvm::Value* const across = builder.CreateAdd(builder.CreateMul(high(a), low(b)), builder.CreateMul(low(a), high(b)));
    llvm::Value* const lowest = builder.CreateMul(low(a), low(b));
    llvm::Value* const product = builder.CreateAdd(lowest, builder.CreateShl(across, half));
    llvm::Value* const overflows = builder.CreateOr(
        builder.CreateOr(builder.CreateAnd(is_not_zero(high(a)), is_not_zero(high(b))), is_not_zero(high(across))),
        builder.CreateICmpULT(product, lowest));
    return {product, overflows};
}

// Multiplies two signed numbers: multiplies their magnitudes, and negates the product if the signs differ. The product
// overflows if its magnitude is greater than that of the greatest number, or, for a negative product, than that of the
// most negative number, which is greater by one.
checked multiply_magnitudes(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    const unsigned bits = width_of(a);
    const auto negated_if = [&](llvm::Value* condition, llvm::Value* value) {
        return builder.CreateSelect(condition, builder.CreateNeg(value), value);
    };
    const auto magnitude = [&](llvm::Value* value) { return negated_if(builder.CreateICmpSLT(value, zero(value)), value); };
    llvm::Value* const sign = builder.CreateXor(a, b);
    llvm::Value* const is_negative = builder.CreateICmpSLT(sign, zero(sign));
    const checked product = multiply_halves(builder, magnitude(a), magnitude(b));
    llvm::Value* const greatest = builder.CreateSelect(is_negative, number(a, llvm::APInt::getSignedMinValue(bits)),
                                                       number(a, llvm::APInt::getSignedMaxValue(bits)));
    return {negated_if(is_negative, product.result),
            builder.CreateOr(product.overflows, builder.CreateICmpUGT(product.result, greatest))};
}

checked multiply(llvm::IRBuilder<>& builder, bool is_signed, llvm::Value* a, llvm::Value* b) {
    return is_signed ? multiply_magnitudes(builder, a, b) : multiply_halves(builder, a, b);
}

checked compute(llvm::IRBuilder<>& builder, llvm::Instruction::BinaryOps operation, bool is_signed, llvm::Value* a,
                llvm::Value* b) {
    switch (operation) {
        case llvm::Instruction::Add:
            return add(builder, is_signed, a, b);
        case llvm::Instruction::Sub:
            return subtract(builder, is_signed, a, b);
        default:
            return multiply(builder, is_signed, a, b);
    }
}

// Returns a number of 32 or 64 bits, of which the device's compiler does not know that it is 0: its upper 32 bits are unknown.
llvm::Value* upper_zero(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::StringRef unknown_zero) {
    llvm::Module& module = *builder.GetInsertBlock()->getModule();
    llvm::FunctionCallee zero = module.getOrInsertFunction(unknown_zero, llvm::FunctionType::get(builder.getInt32Ty(), false));
    mark_built_in(*llvm::cast<llvm::Function>(zero.getCallee()), nullptr, device_effect::none);
    llvm::Value* const word = builder.CreateCall(zero);
    return type->isIntegerTy(32) ? word : builder.CreateShl(builder.CreateZExt(word, type), 32);
}

// Computes an operation on integers of any width by operations on integers that devices have. A result in a wider
// integer overflows the narrow one if truncation changes it. A product of integers of up to 32 bits always fits in an
// integer of twice the width. With an unknown zero, the upper half of one factor is not known to be 0.
checked expand(llvm::IRBuilder<>& builder, const llvm::WithOverflowInst& operation, llvm::StringRef unknown_zero) {
    llvm::Value* const a = operation.getLHS();
    llvm::Value* const b = operation.getRHS();
    const bool is_signed = operation.isSigned();
    const unsigned bits = width_of(a);
    const bool is_whole_product = operation.getBinaryOp() == llvm::Instruction::Mul && bits <= 32;
    const bool is_hidden = is_whole_product && !is_signed && !unknown_zero.empty() && !a->getType()->isVectorTy();
    const unsigned computed = std::max(device_width(is_whole_product ? 2 * bits : bits), is_hidden ? 32u : 8u);
    if (computed == bits) return compute(builder, operation.getBinaryOp(), is_signed, a, b);
    llvm::Type* const type = a->getType()->getWithNewBitWidth(computed);
    const auto widened = [&](llvm::Value* value) {
        return is_signed ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
    };
    const auto narrowed = [&](llvm::Value* wide) -> checked {
        llvm::Value* const result = builder.CreateTrunc(wide, a->getType());
        return {result, builder.CreateICmpNE(widened(result), wide)};
    };
    if (is_hidden)
        return narrowed(builder.CreateMul(widened(a), builder.CreateOr(widened(b), upper_zero(builder, type, unknown_zero))));
    if (is_whole_product) return narrowed(builder.CreateMul(widened(a), widened(b)));
    const checked wide = compute(builder, operation.getBinaryOp(), is_signed, widened(a), widened(b));
    const checked narrow = narrowed(wide.result);
    return {narrow.result, builder.CreateOr(wide.overflows, narrow.overflows)};
}

// Replaces an operation with an overflow flag, and the instructions that extract its two results.
void replace(llvm::WithOverflowInst& operation, llvm::StringRef unknown_zero) {
    llvm::IRBuilder<> builder(&operation);
    const checked values = expand(builder, operation, unknown_zero);
    for (llvm::User* user : llvm::make_early_inc_range(operation.users()))
        if (auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(user)) {
            part->replaceAllUsesWith(part->getIndices().front() == 0 ? values.result : values.overflows);
            part->eraseFromParent();
        }
    if (!operation.use_empty()) {
        llvm::Value* both = llvm::PoisonValue::get(operation.getType());
        both = builder.CreateInsertValue(both, values.result, 0);
        operation.replaceAllUsesWith(builder.CreateInsertValue(both, values.overflows, 1));
    }
    operation.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses expand_integer_intrinsics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    // Collect the calls first, because replace() erases instructions after the call.
    llvm::SmallVector<llvm::CallInst*> found;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                call && (llvm::isa<llvm::WithOverflowInst>(call) || call->getIntrinsicID() == llvm::Intrinsic::bitreverse))
                found.push_back(call);
    for (llvm::CallInst* call : found) {
        if (auto* const operation = llvm::dyn_cast<llvm::WithOverflowInst>(call)) {
            replace(*operation, options_.unknown_zero);
        } else {
            llvm::IRBuilder<> builder(call);
            llvm::Value* const operand = call->getArgOperand(0);
            call->replaceAllUsesWith(options_.has_word_reversal ? reverse_words(builder, operand)
                                                                : reverse_bits(builder, operand));
            call->eraseFromParent();
        }
    }
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
