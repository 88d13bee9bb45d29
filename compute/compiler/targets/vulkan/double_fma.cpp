// The fma of double by integers: the exact product and the addend are integers of 128 bits, in two halves, whose highest bit is
// bit 125 or 126. The smaller one is shifted to the exponent of the other, the sum is exact but for bits that only decide how
// it is rounded (they are joined in the lowest bit), and is rounded once to the nearest double, ties to even.
#include "double_fma.hpp"

#include "real_parts.hpp"

namespace ingot::compiler::vulkan {

namespace {

// An integer of 128 bits.
struct wide_integer {
    llvm::Value* high;
    llvm::Value* low;
};

class fma_by_integers {
public:
    explicit fma_by_integers(llvm::IRBuilder<>& builder) : builder_(builder), parts_(builder, builder.getDoubleTy()) {}

    llvm::Value* result(llvm::Value* a, llvm::Value* b, llvm::Value* c) {
        const real_parts::unpacked first = parts_.unpack(a);
        const real_parts::unpacked second = parts_.unpack(b);
        const real_parts::unpacked third = parts_.unpack(c);
        const wide_integer product = shift_left(multiply(first.mantissa, second.mantissa), number(21));
        llvm::Value* const product_exponent = sum(first.exponent, second.exponent, -2150 - 21);
        const wide_integer addend {builder_.CreateShl(third.mantissa, 10), number(0)};
        llvm::Value* const addend_exponent =
            builder_.CreateSelect(third.is_zero, product_exponent, sum(third.exponent, number(0), -1075 - 74));
        llvm::Value* const product_sign = builder_.CreateXor(first.sign, second.sign);

        llvm::Value* const difference = builder_.CreateSub(product_exponent, addend_exponent);
        const wide_integer shifted_product = shift_right(product, parts_.within(builder_.CreateNeg(difference), 127));
        const wide_integer shifted_addend = shift_right(addend, parts_.within(difference, 127));
        llvm::Value* const exponent =
            builder_.CreateSelect(builder_.CreateICmpSLT(difference, number(0)), addend_exponent, product_exponent);
        llvm::Value* const has_same_sign = builder_.CreateICmpEQ(product_sign, third.sign);
        llvm::Value* const is_product_less = is_less(shifted_product, shifted_addend);
        const wide_integer rest = subtract(chosen(is_product_less, shifted_addend, shifted_product),
                                           chosen(is_product_less, shifted_product, shifted_addend));
        const wide_integer total = chosen(has_same_sign, add(shifted_product, shifted_addend), rest);
        llvm::Value* const sign = builder_.CreateSelect(is_product_less, third.sign, product_sign);
        llvm::Value* const is_none = parts_.is_zero(builder_.CreateOr(total.high, total.low));
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
    llvm::Value* sum(llvm::Value* one, llvm::Value* other, int more) {
        return builder_.CreateAdd(builder_.CreateAdd(one, other), llvm::ConstantInt::getSigned(builder_.getInt64Ty(), more));
    }
    wide_integer chosen(llvm::Value* condition, wide_integer first, wide_integer second) {
        return {builder_.CreateSelect(condition, first.high, second.high),
                builder_.CreateSelect(condition, first.low, second.low)};
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
        return {builder_.CreateLShr(near.high, rest), parts_.joined(low, lost)};
    }
    // Returns the bits of the double that is nearest to value * 2^exponent.
    llvm::Value* round(wide_integer value, llvm::Value* exponent, llvm::Value* sign) {
        llvm::Value* const is_low = parts_.is_zero(value.high);
        llvm::Value* const zeros = builder_.CreateSelect(is_low, builder_.CreateAdd(parts_.leading_zeros(value.low), number(64)),
                                                         parts_.leading_zeros(value.high));
        const wide_integer highest = shift_left(value, builder_.CreateAnd(zeros, number(127)));
        llvm::Value* const biased = builder_.CreateAdd(builder_.CreateSub(exponent, zeros), number(127 + 1023));
        return parts_.round(parts_.joined(highest.high, highest.low), biased, sign);
    }

    llvm::IRBuilder<>& builder_;
    real_parts parts_;
};

}  // namespace

llvm::Value* double_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    return fma_by_integers(builder).result(a, b, c);
}

}  // namespace ingot::compiler::vulkan
