// The parts of a floating-point number as integers, for arithmetic that does not depend on how the driver rounds.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace ingot::compiler::vulkan {

/// Creates instructions that take a number of type half, float or double into its parts, and make a number of parts. All
/// parts are integers of one width: 32 bits for half and float, and 64 for double.
class real_parts {
public:
    /// Of a number that is finite and not 0: mantissa * 2^(exponent - bias - digits + 1). The highest bit of the mantissa is
    /// bit digits - 1, also if the number is denormal: its exponent is then 0 or negative.
    struct unpacked {
        llvm::Value* sign;        ///< in the place of the type's sign
        llvm::Value* exponent;    ///< biased
        llvm::Value* mantissa;    ///< 0 for 0
        llvm::Value* is_special;  ///< infinite or NaN
        llvm::Value* is_nan;
        llvm::Value* is_zero;
    };

    real_parts(llvm::IRBuilder<>& builder, llvm::Type* type);

    unsigned width() const { return width_; }
    unsigned digits() const { return digits_; }  ///< bits of a mantissa
    int bias() const { return (1 << (bits_ - digits_ - 1)) - 1; }
    llvm::Type* integer() const { return builder_.getIntNTy(width_); }

    llvm::Constant* number(uint64_t value) const { return llvm::ConstantInt::get(integer(), value); }
    llvm::Constant* signed_number(int64_t value) const { return llvm::ConstantInt::getSigned(integer(), value); }
    llvm::Value* is_zero(llvm::Value* value) const { return builder_.CreateICmpEQ(value, number(0)); }
    llvm::Value* is_negative(llvm::Value* value) const { return builder_.CreateICmpSLT(value, number(0)); }
    llvm::Value* as_number(llvm::Value* condition) const { return builder_.CreateZExt(condition, integer()); }  ///< 1 or 0
    llvm::Value* leading_zeros(llvm::Value* value) const;
    /// Limits a signed number to the range from 0 to `most`.
    llvm::Value* within(llvm::Value* value, uint64_t most) const;
    /// Sets the lowest bit if `lost` is not 0. It tells that bits below were lost.
    llvm::Value* joined(llvm::Value* value, llvm::Value* lost) const;

    unpacked unpack(llvm::Value* real) const;
    /// Returns the bits of the number of the type that is nearest to significand * 2^(exponent - bias - width + 1), ties to
    /// even. The highest bit of the significand is set, and its lowest bit tells whether bits below were lost.
    llvm::Value* round(llvm::Value* significand, llvm::Value* exponent, llvm::Value* sign) const;
    /// Returns the number with these bits.
    llvm::Value* pack(llvm::Value* bits) const;
    llvm::Constant* infinity() const { return number(most_exponent() << (digits_ - 1)); }
    llvm::Constant* nan() const { return number(most_exponent() << (digits_ - 1) | uint64_t {1} << (digits_ - 2)); }

private:
    uint64_t most_exponent() const { return (uint64_t {1} << (bits_ - digits_)) - 1; }

    llvm::IRBuilder<>& builder_;
    llvm::Type* type_;
    unsigned bits_;
    unsigned digits_;
    unsigned width_;
};

}  // namespace ingot::compiler::vulkan
