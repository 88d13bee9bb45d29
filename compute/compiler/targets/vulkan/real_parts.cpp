#include "real_parts.hpp"

#include <llvm/IR/Intrinsics.h>

#include <algorithm>

namespace ingot::compiler::vulkan {

real_parts::real_parts(llvm::IRBuilder<>& builder, llvm::Type* type)
    : builder_(builder),
      type_(type),
      bits_(static_cast<unsigned>(type->getPrimitiveSizeInBits())),
      digits_(static_cast<unsigned>(type->getFPMantissaWidth())),
      width_(std::max(bits_, 32u)) {}

llvm::Value* real_parts::leading_zeros(llvm::Value* value) const {
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, value, builder_.getFalse());
}

llvm::Value* real_parts::within(llvm::Value* value, uint64_t most) const {
    llvm::Value* const positive = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, number(0));
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, positive, number(most));
}

llvm::Value* real_parts::joined(llvm::Value* value, llvm::Value* lost) const {
    return builder_.CreateOr(value, as_number(builder_.CreateICmpNE(lost, number(0))));
}

real_parts::unpacked real_parts::unpack(llvm::Value* real) const {
    llvm::Value* const bits = builder_.CreateZExt(builder_.CreateBitCast(real, builder_.getIntNTy(bits_)), integer());
    llvm::Value* const exponent = builder_.CreateAnd(builder_.CreateLShr(bits, digits_ - 1), number(most_exponent()));
    const uint64_t highest = uint64_t {1} << (digits_ - 1);
    llvm::Value* const fraction = builder_.CreateAnd(bits, number(highest - 1));
    llvm::Value* const is_denormal = is_zero(exponent);
    llvm::Value* const mantissa = builder_.CreateSelect(is_denormal, fraction, builder_.CreateOr(fraction, number(highest)));
    llvm::Value* const first_exponent = builder_.CreateSelect(is_denormal, number(1), exponent);
    llvm::Value* const shift = builder_.CreateSub(leading_zeros(mantissa), number(width_ - digits_));
    llvm::Value* const is_special = builder_.CreateICmpEQ(exponent, number(most_exponent()));
    return {builder_.CreateAnd(bits, number(uint64_t {1} << (bits_ - 1))),
            builder_.CreateSub(first_exponent, shift),
            builder_.CreateShl(mantissa, shift),
            is_special,
            builder_.CreateAnd(is_special, builder_.CreateICmpNE(fraction, number(0))),
            is_zero(mantissa)};
}

llvm::Value* real_parts::round(llvm::Value* significand, llvm::Value* exponent, llvm::Value* sign) const {
    // A denormal number has fewer bits.
    llvm::Value* const fewer = within(builder_.CreateSub(number(1), exponent), width_ - 2);
    llvm::Value* const lost =
        builder_.CreateAnd(significand, builder_.CreateSub(builder_.CreateShl(number(1), fewer), number(1)));
    llvm::Value* const kept = joined(builder_.CreateLShr(significand, fewer), lost);
    const unsigned below = width_ - digits_;
    const uint64_t half_way = uint64_t {1} << (below - 1);
    llvm::Value* const mantissa = builder_.CreateLShr(kept, below);
    llvm::Value* const rest = builder_.CreateAnd(kept, number(2 * half_way - 1));
    llvm::Value* const is_half = builder_.CreateICmpEQ(rest, number(half_way));
    llvm::Value* const is_odd = builder_.CreateTrunc(mantissa, builder_.getInt1Ty());
    llvm::Value* const is_up =
        builder_.CreateOr(builder_.CreateICmpUGT(rest, number(half_way)), builder_.CreateAnd(is_half, is_odd));
    llvm::Value* const rounded = builder_.CreateAdd(mantissa, as_number(is_up));
    // The highest bit of a normal mantissa adds 1 to the exponent.
    llvm::Value* const above =
        builder_.CreateSub(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, exponent, number(1)), number(1));
    llvm::Value* const finite = builder_.CreateAdd(builder_.CreateShl(above, digits_ - 1), rounded);
    llvm::Value* const is_infinite = builder_.CreateICmpSGE(exponent, number(most_exponent()));
    return builder_.CreateOr(builder_.CreateSelect(is_infinite, infinity(), finite), sign);
}

llvm::Value* real_parts::pack(llvm::Value* bits) const {
    return builder_.CreateBitCast(builder_.CreateTrunc(bits, builder_.getIntNTy(bits_)), type_);
}

}  // namespace ingot::compiler::vulkan
