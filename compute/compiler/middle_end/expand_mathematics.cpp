// Replaces functions of <cmath> that are a few plain instructions: the functions that round to an integer, ldexp, frexp and modf.
//   %n = call i64 @llvm.lround.i64.f32(float %x)
// becomes
//   %0 = call float @llvm.round.f32(float %x)
//   %n = fptosi float %0 to i64
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

bool is_real(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

// If the call is a function such as lround, which rounds and then converts to an integer, returns the intrinsic that only
// rounds. Returns not_intrinsic for any other call.
llvm::Intrinsic::ID rounding_of(const llvm::CallInst& call) {
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::lrint:
        case llvm::Intrinsic::llrint:
            return llvm::Intrinsic::rint;
        case llvm::Intrinsic::lround:
        case llvm::Intrinsic::llround:
            return llvm::Intrinsic::round;
        default:
            return llvm::Intrinsic::not_intrinsic;
    }
}

// Rounds to a floating-point number, and converts that number to an integer.
void replace_rounding(llvm::CallInst& call, llvm::Intrinsic::ID rounding) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const whole = builder.CreateUnaryIntrinsic(rounding, call.getArgOperand(0));
    llvm::Value* const result = builder.CreateFPToSI(whole, call.getType());
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

// Returns whether the call is the function of the C library with this name, for double, or with the suffix f, for float.
bool calls_library_function(const llvm::CallInst& call, llvm::StringRef name) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !is_real(call.getType()) || call.arg_size() != 2) return false;
    llvm::StringRef called_name = callee->getName();
    return (!call.getType()->isFloatTy() || called_name.consume_back("f")) && called_name == name;
}

// Returns whether the call is ldexp, as intrinsic or as function of the C library. scalbn is the same function.
bool is_scaling(const llvm::CallInst& call) {
    return (call.getIntrinsicID() == llvm::Intrinsic::ldexp && is_real(call.getType())) ||
           calls_library_function(call, "ldexp") || calls_library_function(call, "scalbn");
}

// Computes x · 2^n as musl's scalbn does. If 2^n is not a normal number, up to two multiplications by a power of two
// bring n into the range of exponents of the type. They lose no bit that affects the result: only the last
// multiplication, by 2^n, rounds. (libclc's ldexp returns wrong results for denormal numbers and NaN.)
llvm::Value* scaled(llvm::IRBuilder<>& builder, llvm::Value* x, llvm::Value* n) {
    llvm::Type* const type = x->getType();
    const llvm::fltSemantics& semantics = type->getFltSemantics();
    const int max_exponent = llvm::APFloat::semanticsMaxExponent(semantics);
    const int min_exponent = llvm::APFloat::semanticsMinExponent(semantics);
    const int digits = static_cast<int>(llvm::APFloat::semanticsPrecision(semantics));
    const int down = min_exponent + digits;
    const auto number = [&](int value) { return llvm::ConstantInt::getSigned(n->getType(), value); };
    const auto power = [&](int exponent) {
        return llvm::ConstantFP::get(
            type, llvm::scalbn(llvm::APFloat::getOne(semantics), exponent, llvm::APFloat::rmNearestTiesToEven));
    };
    // Bring n into range: multiply x by the greatest power, or by a small one, chosen so that a denormal result is
    // rounded only once.
    for (int step = 0; step < 2; ++step) {
        llvm::Value* const is_large = builder.CreateICmpSGT(n, number(max_exponent));
        llvm::Value* const is_small = builder.CreateICmpSLT(n, number(min_exponent));
        x = builder.CreateFMul(
            x, builder.CreateSelect(is_large, power(max_exponent), builder.CreateSelect(is_small, power(down), power(0))));
        n = builder.CreateSub(
            n, builder.CreateSelect(is_large, number(max_exponent), builder.CreateSelect(is_small, number(down), number(0))));
    }
    // If n is still out of range, the result is 0 or infinite in any case: limit n.
    n = builder.CreateSelect(builder.CreateICmpSGT(n, number(max_exponent)), number(max_exponent), n);
    n = builder.CreateSelect(builder.CreateICmpSLT(n, number(min_exponent)), number(min_exponent), n);
    // Multiply by 2^n, whose bits are the biased exponent n + `max_exponent`, shifted above the mantissa.
    llvm::Type* const bits = builder.getIntNTy(type->getScalarSizeInBits());
    llvm::Value* const biased = builder.CreateZExtOrTrunc(builder.CreateAdd(n, number(max_exponent)), bits);
    return builder.CreateFMul(x, builder.CreateBitCast(builder.CreateShl(biased, static_cast<uint64_t>(digits) - 1), type));
}

void replace_scaling(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const result = scaled(builder, call.getArgOperand(0), call.getArgOperand(1));
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

// The two results of frexp and modf: a part of the argument that has its type, and a second one.
struct parts {
    llvm::Value* fraction;
    llvm::Value* rest;
};

// frexp: returns the fraction, of 0.5 to 1 and with the sign of x, and the exponent, so that x = fraction · 2^exponent. A number
// that is 0, infinite or NaN is its own fraction, with the exponent 0.
parts split_exponent(llvm::IRBuilder<>& builder, llvm::Value* x) {
    llvm::Type* const type = x->getType();
    const llvm::fltSemantics& semantics = type->getFltSemantics();
    const int max_exponent = llvm::APFloat::semanticsMaxExponent(semantics);
    const int digits = static_cast<int>(llvm::APFloat::semanticsPrecision(semantics));
    llvm::Type* const bits = builder.getIntNTy(type->getScalarSizeInBits());
    const auto number = [&](int64_t value) { return llvm::ConstantInt::getSigned(bits, value); };
    // Multiply a denormal number by 2^digits, which makes it normal without rounding.
    const llvm::APFloat one = llvm::APFloat::getOne(semantics);
    llvm::Value* const magnitude = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value* const smallest_normal = llvm::ConstantFP::get(type, llvm::APFloat::getSmallestNormalized(semantics));
    llvm::Value* const is_denormal = builder.CreateFCmpOLT(magnitude, smallest_normal);
    llvm::Value* const power = llvm::ConstantFP::get(type, llvm::scalbn(one, digits, llvm::APFloat::rmNearestTiesToEven));
    llvm::Value* const normal = builder.CreateSelect(is_denormal, builder.CreateFMul(x, power), x);
    // Replace the exponent by that of 0.5.
    const uint64_t exponent_mask = ((uint64_t {2} * static_cast<uint64_t>(max_exponent)) | 1U);
    const uint64_t mantissa_bits = static_cast<uint64_t>(digits) - 1;
    llvm::Value* const word = builder.CreateBitCast(normal, bits);
    llvm::Value* const biased = builder.CreateAnd(builder.CreateLShr(word, mantissa_bits), exponent_mask);
    llvm::Value* const without = builder.CreateAnd(word, number(static_cast<int64_t>(~(exponent_mask << mantissa_bits))));
    llvm::Value* const fraction = builder.CreateBitCast(
        builder.CreateOr(without, number(static_cast<int64_t>(static_cast<uint64_t>(max_exponent - 1) << mantissa_bits))), type);
    llvm::Value* const exponent =
        builder.CreateSub(biased, builder.CreateSelect(is_denormal, number(max_exponent - 1 + digits), number(max_exponent - 1)));
    llvm::Value* const is_zero = builder.CreateFCmpOEQ(x, llvm::ConstantFP::getZero(type));
    llvm::Value* const is_special =
        builder.CreateOr(is_zero, builder.CreateICmpEQ(biased, number(static_cast<int64_t>(exponent_mask))));
    return {builder.CreateSelect(is_special, x, fraction),
            builder.CreateTrunc(builder.CreateSelect(is_special, number(0), exponent), builder.getInt32Ty())};
}

// modf: returns the fraction and the whole number, both with the sign of x. The fraction of an infinite number is 0.
parts split_fraction(llvm::IRBuilder<>& builder, llvm::Value* x) {
    llvm::Value* const whole = builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, x);
    llvm::Value* const is_whole = builder.CreateFCmpOEQ(x, whole);
    llvm::Value* const fraction =
        builder.CreateSelect(is_whole, llvm::ConstantFP::getZero(x->getType()), builder.CreateFSub(x, whole));
    return {builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, fraction, x), whole};
}

// If the call is frexp or modf, replaces it and returns true. The intrinsics return both results as a struct; the functions of
// the C library write the second one through a pointer.
bool replace_split(llvm::CallInst& call) {
    const llvm::Intrinsic::ID intrinsic = call.getIntrinsicID();
    const bool is_intrinsic =
        (intrinsic == llvm::Intrinsic::frexp || intrinsic == llvm::Intrinsic::modf) && is_real(call.getArgOperand(0)->getType());
    const bool has_exponent = is_intrinsic ? intrinsic == llvm::Intrinsic::frexp : calls_library_function(call, "frexp");
    if (!is_intrinsic && !has_exponent && !calls_library_function(call, "modf")) return false;
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const x = call.getArgOperand(0);
    const parts split = has_exponent ? split_exponent(builder, x) : split_fraction(builder, x);
    if (is_intrinsic) {
        llvm::Value* const first = builder.CreateInsertValue(llvm::PoisonValue::get(call.getType()), split.fraction, 0);
        call.replaceAllUsesWith(builder.CreateInsertValue(first, split.rest, 1));
    } else {
        builder.CreateStore(split.rest, call.getArgOperand(1));
        call.replaceAllUsesWith(split.fraction);
    }
    call.eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses expand_mathematics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
                auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                if (!call || replace_split(*call)) continue;
                if (const llvm::Intrinsic::ID rounding = rounding_of(*call))
                    replace_rounding(*call, rounding);
                else if (is_scaling(*call))
                    replace_scaling(*call);
            }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
