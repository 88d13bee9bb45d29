// The fma of half and float in the wider type: of float it is
//   %product = fmul double %wide_a, %wide_b              ; exact
//   %sum = fadd double %product, %wide_c                 ; rounded to the nearest
//   %error = …                                           ; what the rounding lost, exactly (Knuth's TwoSum)
//   %odd = …                                             ; the sum rounded to odd
//   %r = fptrunc double %odd to float
// A number that was rounded to odd, with two more bits than the result has, rounds as the exact number does (Boldo and
// Melquiond, Emulation of FMA and Correctly Rounded Sums, 2008).
#include "double_fma.hpp"
#include "software_arithmetic.hpp"

namespace ingot::compiler::vulkan {

namespace {

// Returns a number that was rounded to the nearest, rounded to odd instead. `error` is what the rounding lost.
llvm::Value* rounded_to_odd(llvm::IRBuilder<>& builder, llvm::Value* nearest, llvm::Value* error) {
    llvm::Type* const type = nearest->getType();
    llvm::Type* const integer = builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
    const auto number = [&](uint64_t value, bool is_signed = false) { return llvm::ConstantInt::get(integer, value, is_signed); };
    llvm::Value* const bits = builder.CreateBitCast(nearest, integer);
    llvm::Value* const error_bits = builder.CreateBitCast(error, integer);
    // The magnitude grows if the error has the number's sign.
    llvm::Value* const is_less = builder.CreateICmpSLT(builder.CreateXor(bits, error_bits), number(0));
    llvm::Value* const step = builder.CreateSelect(is_less, number(~uint64_t {0}, true), number(1));
    llvm::Value* const is_even = builder.CreateICmpEQ(builder.CreateAnd(bits, number(1)), number(0));
    // Of infinities and NaN the error is NaN: the comparison is false.
    llvm::Value* const is_inexact = builder.CreateFCmpONE(error, llvm::ConstantFP::get(type, 0));
    llvm::Value* const odd = builder.CreateSelect(builder.CreateAnd(is_even, is_inexact), builder.CreateAdd(bits, step), bits);
    return builder.CreateBitCast(odd, type);
}

}  // namespace

llvm::Value* software_fma(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b, llvm::Value* c) {
    llvm::Type* const type = a->getType();
    if (type->isDoubleTy()) return double_fma(builder, a, b, c);
    llvm::Type* const wide = type->isHalfTy() ? builder.getFloatTy() : builder.getDoubleTy();
    llvm::Value* const product = builder.CreateFMul(builder.CreateFPExt(a, wide), builder.CreateFPExt(b, wide));
    llvm::Value* const addend = builder.CreateFPExt(c, wide);
    llvm::Value* const sum = builder.CreateFAdd(product, addend);
    llvm::Value* const of_addend = builder.CreateFSub(sum, product);
    llvm::Value* const of_product = builder.CreateFSub(sum, of_addend);
    llvm::Value* const error = builder.CreateFAdd(builder.CreateFSub(product, of_product), builder.CreateFSub(addend, of_addend));
    return builder.CreateFPTrunc(rounded_to_odd(builder, sum, error), type);
}

}  // namespace ingot::compiler::vulkan
