// Quotients and square roots, rounded to the nearest, for drivers whose own are not: Vulkan lets those of float differ from the
// exact result by 2.5 units in the last place and more, and promises no more for double (Vulkan 1.3, "Precision and Operation
// of SPIR-V Instructions").
//
// Both work digit by digit with exact remainders. A digit has up to 19 bits, and is estimated by the driver's float
// arithmetic. An estimate need not be exact: the next digit, which is signed, makes up for it. After the last digit the result
// is corrected by its remainder. The remainder itself is computed modulo 2^width, which is exact, because it is small.
//
// How wrong an estimate can be, relative to it, in units of 2^-23: 1 for the conversion of the divisor, 2.5 for the
// reciprocal, 1 for the conversion of the remainder, and 1 for the product, even if the driver rounds towards 0. The sum is less
// than 2^-20.5.
#include "real_parts.hpp"
#include "software_arithmetic.hpp"

namespace ingot::compiler::vulkan {

namespace {

class digit_arithmetic {
public:
    digit_arithmetic(llvm::IRBuilder<>& builder, llvm::Type* type) : builder_(builder), parts_(builder, type) {}

    // dividend / divisor. With mantissas a and b, and a remainder r that begins with a, each digit d of `digit_bits` bits is
    // nearly r * 2^digit_bits / b, and the next remainder is r * 2^digit_bits - d * b. An estimate is wrong by less than
    // 1 + |r / b| * 2^(19 - 20.5), so that |r / b| is less than 2 before the first digit and less than 1.8 after each.
    llvm::Value* quotient(llvm::Value* dividend, llvm::Value* divisor) {
        const real_parts::unpacked first = parts_.unpack(dividend);
        const real_parts::unpacked second = parts_.unpack(divisor);
        llvm::Value* const b = builder_.CreateOr(second.mantissa, bit(parts_.digits() - 1));  // no division by 0
        const unsigned digit_bits = is_wide() ? 19 : 14;
        const unsigned count = is_wide() ? 3 : parts_.digits() > digit_bits ? 2 : 1;
        llvm::Value* const reciprocal =
            builder_.CreateFMul(builder_.CreateFDiv(real(1), to_real(b)), real(static_cast<double>(uint64_t {1} << digit_bits)));
        llvm::Value* result = number(0);
        llvm::Value* remainder = first.mantissa;
        for (unsigned i = 0; i < count; ++i) {
            llvm::Value* const digit = to_integer(builder_.CreateFMul(to_real(remainder), reciprocal));
            result = builder_.CreateAdd(builder_.CreateShl(result, digit_bits), digit);
            remainder = builder_.CreateSub(builder_.CreateShl(remainder, digit_bits), builder_.CreateMul(digit, b));
        }
        for (int i = 0; i < 2; ++i) {
            llvm::Value* const is_above = parts_.is_negative(remainder);
            result = builder_.CreateSub(result, parts_.as_number(is_above));
            remainder = builder_.CreateAdd(remainder, builder_.CreateSelect(is_above, b, number(0)));
        }
        llvm::Value* const is_below = builder_.CreateICmpSGE(remainder, b);
        result = builder_.CreateAdd(result, parts_.as_number(is_below));
        remainder = builder_.CreateSub(remainder, builder_.CreateSelect(is_below, b, number(0)));

        // The quotient of the mantissas is between 1/2 and 2.
        const unsigned bits = digit_bits * count;
        llvm::Value* const is_less = builder_.CreateICmpULT(result, bit(bits));
        llvm::Value* const shift = builder_.CreateAdd(number(parts_.width() - 1 - bits), parts_.as_number(is_less));
        llvm::Value* const significand = parts_.joined(builder_.CreateShl(result, shift), remainder);
        llvm::Value* const difference = builder_.CreateSub(first.exponent, second.exponent);
        llvm::Value* const exponent =
            builder_.CreateSub(builder_.CreateAdd(difference, parts_.signed_number(parts_.bias())), parts_.as_number(is_less));
        llvm::Value* const sign = builder_.CreateXor(first.sign, second.sign);
        llvm::Value* const computed = parts_.round(significand, exponent, sign);

        llvm::Value* const is_infinite = builder_.CreateOr(first.is_special, second.is_zero);
        llvm::Value* const is_zero = builder_.CreateOr(first.is_zero, second.is_special);
        llvm::Value* const is_nan =
            builder_.CreateOr(builder_.CreateOr(first.is_nan, second.is_nan), builder_.CreateAnd(is_infinite, is_zero));
        llvm::Value* const plain = builder_.CreateOr(builder_.CreateSelect(is_infinite, parts_.infinity(), number(0)), sign);
        return parts_.pack(builder_.CreateSelect(
            is_nan, parts_.nan(), builder_.CreateSelect(builder_.CreateOr(is_infinite, is_zero), plain, computed)));
    }

    // The root of an integer of `width` bits, of which the mantissa is the highest part, and then of zeros. The first digit has
    // half of the bits of the integer's upper part, and each later digit d has 12 bits: with a root s and a remainder r of the
    // bits before, d is nearly r * 2^12 / (2 * s). If the next bits are n, the next remainder is
    // r * 2^24 + n - 2 * s * 2^12 * d - d * d.
    // The driver's root can be wrong by 6 units in the last place. So the first digit, of at most 20 bits, is wrong by less than
    // 2, and each later one, for which the reciprocal of the first is exact enough, by less than 1.2.
    llvm::Value* root(llvm::Value* square) {
        const real_parts::unpacked parts = parts_.unpack(square);
        llvm::Value* const power = builder_.CreateSub(parts.exponent, parts_.signed_number(parts_.bias()));
        llvm::Value* const is_odd = builder_.CreateAnd(power, number(1));
        llvm::Value* const radicand =
            builder_.CreateShl(parts.mantissa, builder_.CreateAdd(number(parts_.width() - 1 - parts_.digits()), is_odd));
        constexpr unsigned digit_bits = 12;
        const unsigned lower_bits = is_wide() ? 2 * digit_bits : 0;
        const unsigned count = is_wide() ? 3 : parts_.digits() > 11 ? 1 : 0;
        const unsigned first_bits = (parts_.width() - lower_bits) / 2;
        llvm::Value* const upper = builder_.CreateLShr(radicand, lower_bits);
        llvm::Value* const estimate =
            builder_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, builder_.CreateUIToFP(upper, single()));
        llvm::Value* result = to_integer(estimate);
        llvm::Value* remainder = builder_.CreateSub(upper, builder_.CreateMul(result, result));
        llvm::Value* next = builder_.CreateAnd(radicand, number((uint64_t {1} << lower_bits) - 1));
        llvm::Value* const reciprocal = count == 0 ? nullptr : builder_.CreateFDiv(real(1), to_real(result));
        double factor = static_cast<double>(1u << digit_bits) / 2;
        for (unsigned i = 0; i < count; ++i) {
            llvm::Value* const digit =
                to_integer(builder_.CreateFMul(to_real(remainder), builder_.CreateFMul(reciprocal, real(factor))));
            const auto subtract_from = [&](llvm::Value* from, llvm::Value* factor_of_digit) {
                return builder_.CreateSub(from, builder_.CreateMul(factor_of_digit, digit));
            };
            remainder = builder_.CreateAdd(builder_.CreateShl(remainder, 2 * digit_bits), next);
            remainder = subtract_from(subtract_from(remainder, builder_.CreateShl(result, digit_bits + 1)), digit);
            result = builder_.CreateAdd(builder_.CreateShl(result, digit_bits), digit);
            next = number(0);
            factor /= 1u << digit_bits;
        }
        const auto twice_and_one = [&] { return builder_.CreateAdd(builder_.CreateShl(result, 1), number(1)); };
        for (int i = 0; i < 2; ++i) {
            llvm::Value* const is_above = parts_.is_negative(remainder);
            result = builder_.CreateSub(result, parts_.as_number(is_above));
            remainder = builder_.CreateAdd(remainder, builder_.CreateSelect(is_above, twice_and_one(), number(0)));
        }
        llvm::Value* const is_below = builder_.CreateICmpSGE(remainder, twice_and_one());
        remainder = builder_.CreateSub(remainder, builder_.CreateSelect(is_below, twice_and_one(), number(0)));
        result = builder_.CreateAdd(result, parts_.as_number(is_below));

        llvm::Value* const significand =
            parts_.joined(builder_.CreateShl(result, parts_.width() - first_bits - digit_bits * count), remainder);
        llvm::Value* const exponent = builder_.CreateAdd(builder_.CreateAShr(power, 1), parts_.signed_number(parts_.bias()));
        llvm::Value* const computed = parts_.pack(parts_.round(significand, exponent, number(0)));
        llvm::Value* const is_nan = builder_.CreateOr(
            parts.is_nan, builder_.CreateAnd(builder_.CreateICmpNE(parts.sign, number(0)), builder_.CreateNot(parts.is_zero)));
        llvm::Value* const is_itself = builder_.CreateOr(parts.is_zero, parts.is_special);  // 0, -0 and infinity
        return builder_.CreateSelect(is_nan, parts_.pack(parts_.nan()), builder_.CreateSelect(is_itself, square, computed));
    }

private:
    bool is_wide() const { return parts_.width() == 64; }
    llvm::Constant* number(uint64_t value) const { return parts_.number(value); }
    llvm::Constant* bit(unsigned place) const { return number(uint64_t {1} << place); }
    llvm::Type* single() const { return builder_.getFloatTy(); }
    llvm::Constant* real(double value) const { return llvm::ConstantFP::get(single(), value); }
    llvm::Value* to_real(llvm::Value* value) { return builder_.CreateSIToFP(value, single()); }
    llvm::Value* to_integer(llvm::Value* value) { return builder_.CreateFPToSI(value, parts_.integer()); }

    llvm::IRBuilder<>& builder_;
    real_parts parts_;
};

}  // namespace

llvm::Value* software_quotient(llvm::IRBuilder<>& builder, llvm::Value* dividend, llvm::Value* divisor) {
    return digit_arithmetic(builder, dividend->getType()).quotient(dividend, divisor);
}

llvm::Value* software_root(llvm::IRBuilder<>& builder, llvm::Value* square) {
    return digit_arithmetic(builder, square->getType()).root(square);
}

}  // namespace ingot::compiler::vulkan
