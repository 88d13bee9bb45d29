//   %least = call i32 @llvm.smin.i32(i32 %a, i32 %b)
// becomes
//   %is_first = icmp slt i32 %a, %b
//   %least = select i1 %is_first, i32 %a, i32 %b
#include "plain_intrinsics.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ingot::compiler::vulkan {

namespace {

// Creates the instructions for one call.
class expansion {
public:
    explicit expansion(llvm::IntrinsicInst& expanded) : call_(expanded), builder_(&expanded), type_(expanded.getType()) {}

    // Returns the value that replaces the call, or null if the call stays.
    llvm::Value* result() {
        switch (call_.getIntrinsicID()) {
            case llvm::Intrinsic::abs: {
                llvm::Value* const negated = builder_.CreateNeg(operand(0));
                return builder_.CreateSelect(builder_.CreateICmpSLT(operand(0), zero()), negated, operand(0));
            }
            case llvm::Intrinsic::smin:
                return lesser(llvm::CmpInst::ICMP_SLT);
            case llvm::Intrinsic::smax:
                return lesser(llvm::CmpInst::ICMP_SGT);
            case llvm::Intrinsic::umin:
                return lesser(llvm::CmpInst::ICMP_ULT);
            case llvm::Intrinsic::umax:
                return lesser(llvm::CmpInst::ICMP_UGT);
            case llvm::Intrinsic::scmp:
                return order(llvm::CmpInst::ICMP_SGT, llvm::CmpInst::ICMP_SLT);
            case llvm::Intrinsic::ucmp:
                return order(llvm::CmpInst::ICMP_UGT, llvm::CmpInst::ICMP_ULT);
            case llvm::Intrinsic::fshl:
                return funnel(true);
            case llvm::Intrinsic::fshr:
                return funnel(false);
            case llvm::Intrinsic::uadd_sat: {
                llvm::Value* const sum = builder_.CreateAdd(operand(0), operand(1));
                return builder_.CreateSelect(builder_.CreateICmpULT(sum, operand(0)), llvm::Constant::getAllOnesValue(type_),
                                             sum);
            }
            case llvm::Intrinsic::usub_sat:
                return builder_.CreateSelect(builder_.CreateICmpULT(operand(0), operand(1)), zero(),
                                             builder_.CreateSub(operand(0), operand(1)));
            case llvm::Intrinsic::sadd_sat: {
                llvm::Value* const sum = builder_.CreateAdd(operand(0), operand(1));
                return saturated(sum,
                                 builder_.CreateAnd(builder_.CreateXor(sum, operand(0)), builder_.CreateXor(sum, operand(1))));
            }
            case llvm::Intrinsic::ssub_sat: {
                llvm::Value* const difference = builder_.CreateSub(operand(0), operand(1));
                return saturated(difference, builder_.CreateAnd(builder_.CreateXor(operand(0), operand(1)),
                                                                builder_.CreateXor(difference, operand(0))));
            }
            case llvm::Intrinsic::bswap:
                return swapped_bytes();
            case llvm::Intrinsic::ctpop:
            case llvm::Intrinsic::ctlz:
            case llvm::Intrinsic::cttz:
                return count_bits();
            case llvm::Intrinsic::copysign: {
                llvm::Value* const sign = builder_.CreateAnd(bits(operand(1)), sign_mask());
                return real(builder_.CreateOr(builder_.CreateAnd(bits(operand(0)), magnitude_mask()), sign));
            }
            case llvm::Intrinsic::round: {
                llvm::Value* const whole = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, operand(0));
                llvm::Value* const rest = absolute(builder_.CreateFSub(operand(0), whole));
                llvm::Value* const is_up = builder_.CreateFCmpOGE(rest, number(0.5));
                llvm::Value* const step = with_sign_of(number(1.0), operand(0));
                return with_sign_of(builder_.CreateSelect(is_up, builder_.CreateFAdd(whole, step), whole), operand(0));
            }
            case llvm::Intrinsic::lrint:
            case llvm::Intrinsic::llrint:
                return builder_.CreateFPToSI(builder_.CreateUnaryIntrinsic(llvm::Intrinsic::rint, operand(0)), type_);
            case llvm::Intrinsic::lround:
            case llvm::Intrinsic::llround: {
                auto* const rounded = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::round, operand(0));
                return builder_.CreateFPToSI(rounded, type_);
            }
            case llvm::Intrinsic::minimum:
            case llvm::Intrinsic::minimumnum:
                return least_real(true, call_.getIntrinsicID() == llvm::Intrinsic::minimum);
            case llvm::Intrinsic::maximum:
            case llvm::Intrinsic::maximumnum:
                return least_real(false, call_.getIntrinsicID() == llvm::Intrinsic::maximum);
            case llvm::Intrinsic::is_fpclass:
                return is_of_class(static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(operand(1))->getZExtValue()));
            case llvm::Intrinsic::fptosi_sat:
                return saturated_conversion(true);
            case llvm::Intrinsic::fptoui_sat:
                return saturated_conversion(false);
            case llvm::Intrinsic::canonicalize:
            case llvm::Intrinsic::expect:
            case llvm::Intrinsic::expect_with_probability:
            case llvm::Intrinsic::launder_invariant_group:
            case llvm::Intrinsic::strip_invariant_group:
            case llvm::Intrinsic::ptr_annotation:
            case llvm::Intrinsic::annotation:
            case llvm::Intrinsic::ssa_copy:
                return operand(0);
            default:
                return nullptr;
        }
    }

private:
    llvm::Value* operand(unsigned index) { return call_.getArgOperand(index); }
    llvm::Constant* zero() { return llvm::Constant::getNullValue(type_); }
    llvm::Constant* number(double value) { return llvm::ConstantFP::get(operand(0)->getType(), value); }
    unsigned width() { return operand(0)->getType()->getScalarSizeInBits(); }
    llvm::Type* bits_type() { return operand(0)->getType()->getWithNewType(builder_.getIntNTy(width())); }
    llvm::Value* bits(llvm::Value* value) { return builder_.CreateBitCast(value, bits_type()); }
    llvm::Value* real(llvm::Value* value) { return builder_.CreateBitCast(value, operand(0)->getType()); }
    llvm::Constant* mask(const llvm::APInt& value) { return llvm::ConstantInt::get(bits_type(), value); }
    llvm::Constant* sign_mask() { return mask(llvm::APInt::getSignMask(width())); }
    llvm::Constant* magnitude_mask() { return mask(llvm::APInt::getSignedMaxValue(width())); }
    llvm::Value* absolute(llvm::Value* value) { return builder_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value); }
    llvm::Value* with_sign_of(llvm::Value* magnitude, llvm::Value* sign) {
        return real(builder_.CreateOr(builder_.CreateAnd(bits(magnitude), magnitude_mask()),
                                      builder_.CreateAnd(bits(sign), sign_mask())));
    }

    llvm::Value* lesser(llvm::CmpInst::Predicate is_first) {
        return builder_.CreateSelect(builder_.CreateICmp(is_first, operand(0), operand(1)), operand(0), operand(1));
    }

    llvm::Value* order(llvm::CmpInst::Predicate above, llvm::CmpInst::Predicate below) {
        return builder_.CreateSub(builder_.CreateZExt(builder_.CreateICmp(above, operand(0), operand(1)), type_),
                                  builder_.CreateZExt(builder_.CreateICmp(below, operand(0), operand(1)), type_));
    }

    // Shifts two numbers as one of twice the width.
    llvm::Value* funnel(bool is_left) {
        llvm::Constant* const most = llvm::ConstantInt::get(type_, width() - 1);
        llvm::Constant* const one = llvm::ConstantInt::get(type_, 1);
        llvm::Value* const distance = builder_.CreateAnd(operand(2), most);
        llvm::Value* const rest = builder_.CreateSub(most, distance);
        if (is_left)
            return builder_.CreateOr(builder_.CreateShl(operand(0), distance),
                                     builder_.CreateLShr(builder_.CreateLShr(operand(1), one), rest));
        return builder_.CreateOr(builder_.CreateShl(builder_.CreateShl(operand(0), one), rest),
                                 builder_.CreateLShr(operand(1), distance));
    }

    // Returns the result, or the limit on the side of the first operand if `overflow` is negative.
    llvm::Value* saturated(llvm::Value* result, llvm::Value* overflow) {
        llvm::Value* const sign = builder_.CreateAShr(operand(0), width() - 1);
        llvm::Value* const limit = builder_.CreateXor(sign, magnitude_mask());
        return builder_.CreateSelect(builder_.CreateICmpSLT(overflow, zero()), limit, result);
    }

    llvm::Value* swapped_bytes() {
        llvm::Value* result = operand(0);
        for (unsigned step = 8; step < width(); step *= 2) {
            llvm::Constant* const low = mask(llvm::APInt::getSplat(width(), llvm::APInt::getLowBitsSet(2 * step, step)));
            result = builder_.CreateOr(builder_.CreateShl(builder_.CreateAnd(result, low), step),
                                       builder_.CreateAnd(builder_.CreateLShr(result, step), low));
        }
        return result;
    }

    llvm::Value* count_32(llvm::Value* value) {
        const llvm::Intrinsic::ID counted = call_.getIntrinsicID();
        if (counted == llvm::Intrinsic::ctpop) return builder_.CreateUnaryIntrinsic(counted, value);
        return builder_.CreateBinaryIntrinsic(counted, value, builder_.getFalse());
    }

    llvm::Value* count_bits() {
        const unsigned own = width();
        if (own == 32) return nullptr;
        llvm::Type* const word = type_->getWithNewType(builder_.getInt32Ty());
        const auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(word, value); };
        const llvm::Intrinsic::ID counted = call_.getIntrinsicID();
        if (own < 32) {
            llvm::Value* wide = builder_.CreateZExt(operand(0), word);
            if (counted == llvm::Intrinsic::cttz) wide = builder_.CreateOr(wide, constant(uint64_t {1} << own));
            llvm::Value* count = count_32(wide);
            if (counted == llvm::Intrinsic::ctlz) count = builder_.CreateSub(count, constant(32 - own));
            return builder_.CreateTrunc(count, type_);
        }
        llvm::Value* const low = builder_.CreateTrunc(operand(0), word);
        llvm::Value* const high = builder_.CreateTrunc(builder_.CreateLShr(operand(0), 32), word);
        llvm::Value* const of_low = count_32(low);
        llvm::Value* const of_high = count_32(high);
        if (counted == llvm::Intrinsic::ctpop) return builder_.CreateZExt(builder_.CreateAdd(of_low, of_high), type_);
        const bool is_from_top = counted == llvm::Intrinsic::ctlz;
        llvm::Value* const is_zero = builder_.CreateICmpEQ(is_from_top ? high : low, constant(0));
        llvm::Value* const beyond = builder_.CreateAdd(is_from_top ? of_low : of_high, constant(32));
        return builder_.CreateZExt(builder_.CreateSelect(is_zero, beyond, is_from_top ? of_high : of_low), type_);
    }

    // Returns the lesser or the greater number. -0 is less than 0. If one is NaN, returns the other, or NaN.
    llvm::Value* least_real(bool is_least, bool returns_nan) {
        llvm::Value* const left = operand(0);
        llvm::Value* const right = operand(1);
        llvm::Value* const is_first = is_least ? builder_.CreateFCmpOLT(left, right) : builder_.CreateFCmpOGT(left, right);
        llvm::Value* const are_equal = builder_.CreateFCmpOEQ(left, right);
        llvm::Value* const joined =
            is_least ? builder_.CreateOr(bits(left), bits(right)) : builder_.CreateAnd(bits(left), bits(right));
        llvm::Value* result = builder_.CreateSelect(are_equal, real(joined), builder_.CreateSelect(is_first, left, right));
        const auto is_nan = [&](llvm::Value* value) { return builder_.CreateFCmpUNO(value, value); };
        result = builder_.CreateSelect(is_nan(right), returns_nan ? right : left, result);
        return builder_.CreateSelect(is_nan(left), returns_nan ? left : right, result);
    }

    llvm::Value* is_of_class(unsigned classes) {
        const llvm::fltSemantics& format = operand(0)->getType()->getScalarType()->getFltSemantics();
        const auto constant = [&](const llvm::APFloat& value) { return mask(value.bitcastToAPInt()); };
        llvm::Constant* const infinity = constant(llvm::APFloat::getInf(format));
        llvm::Constant* const normal = constant(llvm::APFloat::getSmallestNormalized(format));
        llvm::Constant* const none = mask(llvm::APInt::getZero(width()));
        llvm::Constant* const one = mask(llvm::APInt(width(), 1));
        const unsigned quiet_bit = llvm::APFloat::semanticsPrecision(format) - 2;
        llvm::Value* const magnitude = builder_.CreateAnd(bits(operand(0)), magnitude_mask());
        llvm::Value* const is_negative = builder_.CreateICmpSLT(bits(operand(0)), none);
        llvm::Value* const is_nan = builder_.CreateICmpUGT(magnitude, infinity);
        llvm::Value* const is_quiet =
            builder_.CreateICmpNE(builder_.CreateAnd(magnitude, mask(llvm::APInt::getOneBitSet(width(), quiet_bit))), none);
        llvm::Value* result = builder_.getFalse();
        const auto add = [&](unsigned each, llvm::Value* holds) {
            if ((classes & each) != 0) result = builder_.CreateOr(result, holds);
        };
        const auto signed_class = [&](unsigned negative, unsigned positive, llvm::Value* holds) {
            add(negative, builder_.CreateAnd(holds, is_negative));
            add(positive, builder_.CreateAnd(holds, builder_.CreateNot(is_negative)));
        };
        add(llvm::fcSNan, builder_.CreateAnd(is_nan, builder_.CreateNot(is_quiet)));
        add(llvm::fcQNan, builder_.CreateAnd(is_nan, is_quiet));
        signed_class(llvm::fcNegInf, llvm::fcPosInf, builder_.CreateICmpEQ(magnitude, infinity));
        signed_class(llvm::fcNegZero, llvm::fcPosZero, builder_.CreateICmpEQ(magnitude, none));
        signed_class(llvm::fcNegSubnormal, llvm::fcPosSubnormal,
                     builder_.CreateICmpULT(builder_.CreateSub(magnitude, one), builder_.CreateSub(normal, one)));
        signed_class(llvm::fcNegNormal, llvm::fcPosNormal,
                     builder_.CreateICmpULT(builder_.CreateSub(magnitude, normal), builder_.CreateSub(infinity, normal)));
        return result;
    }

    llvm::Value* saturated_conversion(bool is_signed) {
        const unsigned own = type_->getScalarSizeInBits();
        llvm::Value* const value = operand(0);
        const llvm::fltSemantics& format = value->getType()->getScalarType()->getFltSemantics();
        const llvm::APInt greatest = is_signed ? llvm::APInt::getSignedMaxValue(own) : llvm::APInt::getMaxValue(own);
        const llvm::APInt least = is_signed ? llvm::APInt::getSignedMinValue(own) : llvm::APInt::getZero(own);
        const auto limit = [&](const llvm::APInt& integer) {
            llvm::APFloat rounded(format);
            rounded.convertFromAPInt(integer, is_signed, llvm::APFloat::rmTowardZero);
            return llvm::ConstantFP::get(value->getType(), rounded);
        };
        llvm::Value* const plain = is_signed ? builder_.CreateFPToSI(value, type_) : builder_.CreateFPToUI(value, type_);
        llvm::Value* result =
            builder_.CreateSelect(builder_.CreateFCmpOGT(value, limit(greatest)), llvm::ConstantInt::get(type_, greatest), plain);
        result = builder_.CreateSelect(builder_.CreateFCmpOLT(value, limit(least)), llvm::ConstantInt::get(type_, least), result);
        return builder_.CreateSelect(builder_.CreateFCmpUNO(value, value), zero(), result);
    }

    llvm::IntrinsicInst& call_;
    llvm::IRBuilder<> builder_;
    llvm::Type* type_;
};

}  // namespace

llvm::PreservedAnalyses plain_intrinsics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    // An expansion may make intrinsics that are expanded in turn.
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (llvm::Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
            auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
            if (!call) continue;
            llvm::Value* const result = expansion(*call).result();
            if (!result) continue;
            call->replaceAllUsesWith(result);
            call->eraseFromParent();
            has_changed = true;
        }
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::vulkan
