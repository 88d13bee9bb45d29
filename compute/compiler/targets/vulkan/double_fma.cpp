// The fma of double by integers: the exact product and the addend are integers of 128 bits, in two halves, whose highest bit is
// bit 125 or 126. The smaller one is shifted to the exponent of the other, the sum is exact but for bits that only decide how
// it is rounded (they are joined in the lowest bit), and is rounded once to the nearest double, ties to even.
#include <llvm/IR/IRBuilder.h>

#include "exact_fma.hpp"

namespace ingot::compiler::vulkan {

namespace {

// An integer of 128 bits.
struct wide_integer {
    llvm::Value* high;
    llvm::Value* low;
};

// The bits of a double, of which the highest of a mantissa that is not 0 is bit 52.
struct unpacked {
    llvm::Value* sign;      // in the highest bit
    llvm::Value* exponent;  // the number is mantissa * 2^(exponent - 1075)
    llvm::Value* mantissa;
    llvm::Value* is_special;  // infinite or NaN
    llvm::Value* is_zero;
};

class fma_by_integers {
public:
    explicit fma_by_integers(llvm::IRBuilder<>& builder) : builder_(builder) {}

    llvm::Value* result(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
        const unpacked first = unpack(a);
        const unpacked second = unpack(b);
        const unpacked third = unpack(c);
        const wide_integer product = shift_left(multiply(first.mantissa, second.mantissa), number(21));
        llvm::Value* const product_exponent = sum(first.exponent, second.exponent, -2150 - 21);
        const wide_integer addend {builder_.CreateShl(third.mantissa, 10), number(0)};
        llvm::Value* const addend_exponent =
            builder_.CreateSelect(third.is_zero, product_exponent, sum(third.exponent, number(0), -1075 - 74));
        llvm::Value* const product_sign = builder_.CreateXor(first.sign, second.sign);

        llvm::Value* const difference = builder_.CreateSub(product_exponent, addend_exponent);
        const wide_integer shifted_product = shift_right(product, within(builder_.CreateNeg(difference), 127));
        const wide_integer shifted_addend = shift_right(addend, within(difference, 127));
        llvm::Value* const exponent =
            builder_.CreateSelect(builder_.CreateICmpSLT(difference, number(0)), addend_exponent, product_exponent);
        llvm::Value* const has_same_sign = builder_.CreateICmpEQ(product_sign, third.sign);
        llvm::Value* const is_product_less = is_less(shifted_product, shifted_addend);
        const wide_integer rest = subtract(chosen(is_product_less, shifted_addend, shifted_product),
                                           chosen(is_product_less, shifted_product, shifted_addend));
        const wide_integer total = chosen(has_same_sign, add(shifted_product, shifted_addend), rest);
        llvm::Value* const sign = builder_.CreateSelect(is_product_less, third.sign, product_sign);
        llvm::Value* const is_none = is_zero(builder_.CreateOr(total.high, total.low));
        llvm::Value* const computed = builder_.CreateSelect(is_none, number(0), round(total, exponent, sign));

        // Infinities, NaN and products of 0 are not rounded.
        llvm::Value* const is_product_plain = builder_.CreateOr(builder_.CreateOr(first.is_special, second.is_special),
                                                                builder_.CreateOr(first.is_zero, second.is_zero));
        llvm::Value* const is_plain = builder_.CreateOr(is_product_plain, third.is_special);
        // A finite product that overflows must not meet an infinite addend.
        llvm::Value* const plain_product =
            builder_.CreateSelect(is_product_plain, builder_.CreateFMul(a, b), llvm::ConstantFP::get(builder_.getDoubleTy(), 0));
        llvm::Value* const plain = builder_.CreateFAdd(plain_product, c);
        return builder_.CreateSelect(is_plain, plain, builder_.CreateBitCast(computed, builder_.getDoubleTy()));
    }

private:
    llvm::Constant* number(uint64_t value) { return builder_.getInt64(value); }
    llvm::Value* is_zero(llvm::Value* value) { return builder_.CreateICmpEQ(value, number(0)); }
    llvm::Value* sum(llvm::Value* one, llvm::Value* other, int more) {
        return builder_.CreateAdd(builder_.CreateAdd(one, other), llvm::ConstantInt::getSigned(builder_.getInt64Ty(), more));
    }
    llvm::Value* within(llvm::Value* value, uint64_t most) {
        llvm::Value* const positive = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, number(0));
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, positive, number(most));
    }
    wide_integer chosen(llvm::Value* condition, wide_integer first, wide_integer second) {
        return {builder_.CreateSelect(condition, first.high, second.high),
                builder_.CreateSelect(condition, first.low, second.low)};
    }
    llvm::Value* leading_zeros(llvm::Value* value) {
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, builder_.getFalse());
    }

    unpacked unpack(llvm::Value* real) {
        llvm::Value* const bits = builder_.CreateBitCast(real, builder_.getInt64Ty());
        llvm::Value* const exponent = builder_.CreateAnd(builder_.CreateLShr(bits, 52), number(0x7ff));
        llvm::Value* const fraction = builder_.CreateAnd(bits, number((uint64_t {1} << 52) - 1));
        llvm::Value* const is_denormal = is_zero(exponent);
        llvm::Value* const mantissa =
            builder_.CreateSelect(is_denormal, fraction, builder_.CreateOr(fraction, number(uint64_t {1} << 52)));
        llvm::Value* const first_exponent = builder_.CreateSelect(is_denormal, number(1), exponent);
        llvm::Value* const shift = builder_.CreateSub(leading_zeros(mantissa), number(11));
        return {builder_.CreateAnd(bits, number(uint64_t {1} << 63)), builder_.CreateSub(first_exponent, shift),
                builder_.CreateShl(mantissa, shift), builder_.CreateICmpEQ(exponent, number(0x7ff)), is_zero(mantissa)};
    }

    wide_integer multiply(llvm::Value* left, llvm::Value* right) {
        const auto low = [&](llvm::Value* value) { return builder_.CreateAnd(value, number(0xffff'ffff)); };
        const auto high = [&](llvm::Value* value) { return builder_.CreateLShr(value, 32); };
        llvm::Value* const lowest = builder_.CreateMul(low(left), low(right));
        llvm::Value* const middle = builder_.CreateAdd(builder_.CreateMul(high(left), low(right)), high(lowest));
        llvm::Value* const other = builder_.CreateAdd(builder_.CreateMul(low(left), high(right)), low(middle));
        llvm::Value* const highest = builder_.CreateAdd(builder_.CreateMul(high(left), high(right)), high(middle));
        return {builder_.CreateAdd(highest, high(other)), builder_.CreateOr(builder_.CreateShl(other, 32), low(lowest))};
    }

    wide_integer add(wide_integer one, wide_integer other) {
        llvm::Value* const low = builder_.CreateAdd(one.low, other.low);
        llvm::Value* const carry = builder_.CreateZExt(builder_.CreateICmpULT(low, one.low), builder_.getInt64Ty());
        return {builder_.CreateAdd(builder_.CreateAdd(one.high, other.high), carry), low};
    }

    wide_integer subtract(wide_integer one, wide_integer other) {
        llvm::Value* const borrow = builder_.CreateZExt(builder_.CreateICmpULT(one.low, other.low), builder_.getInt64Ty());
        return {builder_.CreateSub(builder_.CreateSub(one.high, other.high), borrow), builder_.CreateSub(one.low, other.low)};
    }

    llvm::Value* is_less(wide_integer one, wide_integer other) {
        return builder_.CreateSelect(builder_.CreateICmpEQ(one.high, other.high), builder_.CreateICmpULT(one.low, other.low),
                                     builder_.CreateICmpULT(one.high, other.high));
    }

    // Shifts by less than 128. `lost` is not 0 if a bit that is not 0 is lost.
    wide_integer shift_left(wide_integer value, llvm::Value* count) {
        llvm::Value* const is_far = builder_.CreateICmpUGE(count, number(64));
        const wide_integer near = chosen(is_far, {value.low, number(0)}, value);
        llvm::Value* const rest = builder_.CreateAnd(count, number(63));
        return {builder_.CreateIntrinsic(llvm::Intrinsic::fshl, {builder_.getInt64Ty()}, {near.high, near.low, rest}),
                builder_.CreateShl(near.low, rest)};
    }
    wide_integer shift_right(wide_integer value, llvm::Value* count) {
        llvm::Value* const is_far = builder_.CreateICmpUGE(count, number(64));
        const wide_integer near = chosen(is_far, {number(0), value.high}, value);
        llvm::Value* const rest = builder_.CreateAnd(count, number(63));
        llvm::Value* const below = builder_.CreateSub(builder_.CreateShl(number(1), rest), number(1));
        llvm::Value* const lost =
            builder_.CreateOr(builder_.CreateSelect(is_far, value.low, number(0)), builder_.CreateAnd(near.low, below));
        llvm::Value* const low =
            builder_.CreateIntrinsic(llvm::Intrinsic::fshr, {builder_.getInt64Ty()}, {near.high, near.low, rest});
        return {builder_.CreateLShr(near.high, rest), joined(low, lost)};
    }
    // Sets the lowest bit if bits were lost.
    llvm::Value* joined(llvm::Value* value, llvm::Value* lost) {
        return builder_.CreateOr(value, builder_.CreateZExt(builder_.CreateICmpNE(lost, number(0)), builder_.getInt64Ty()));
    }

    // Returns the bits of the double that is nearest to value * 2^exponent.
    llvm::Value* round(wide_integer value, llvm::Value* exponent, llvm::Value* sign) {
        llvm::Value* const is_low = is_zero(value.high);
        llvm::Value* const zeros =
            builder_.CreateSelect(is_low, builder_.CreateAdd(leading_zeros(value.low), number(64)), leading_zeros(value.high));
        const wide_integer highest = shift_left(value, builder_.CreateAnd(zeros, number(127)));
        llvm::Value* const biased = builder_.CreateAdd(builder_.CreateSub(exponent, zeros), number(127 + 1023));
        // A denormal number has fewer bits.
        llvm::Value* const fewer = within(builder_.CreateSub(number(1), biased), 62);
        llvm::Value* const bits = joined(highest.high, highest.low);
        llvm::Value* const lost = builder_.CreateAnd(bits, builder_.CreateSub(builder_.CreateShl(number(1), fewer), number(1)));
        llvm::Value* const kept = joined(builder_.CreateLShr(bits, fewer), lost);
        llvm::Value* const mantissa = builder_.CreateLShr(kept, 11);
        llvm::Value* const rest = builder_.CreateAnd(kept, number(0x7ff));
        llvm::Value* const is_half = builder_.CreateICmpEQ(rest, number(0x400));
        llvm::Value* const is_odd = builder_.CreateTrunc(mantissa, builder_.getInt1Ty());
        llvm::Value* const is_up =
            builder_.CreateOr(builder_.CreateICmpUGT(rest, number(0x400)), builder_.CreateAnd(is_half, is_odd));
        llvm::Value* const rounded = builder_.CreateAdd(mantissa, builder_.CreateZExt(is_up, builder_.getInt64Ty()));
        // The highest bit of a normal mantissa adds 1 to the exponent.
        llvm::Value* const above =
            builder_.CreateSub(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, biased, number(1)), number(1));
        llvm::Value* const finite = builder_.CreateAdd(builder_.CreateShl(above, 52), rounded);
        llvm::Value* const is_infinite = builder_.CreateICmpSGE(biased, number(0x7ff));
        return builder_.CreateOr(builder_.CreateSelect(is_infinite, number(uint64_t {0x7ff} << 52), finite), sign);
    }

    llvm::IRBuilder<>& builder_;
};

}  // namespace

llvm::Value* double_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return fma_by_integers(builder).result(a, b, c);
}

}  // namespace ingot::compiler::vulkan
