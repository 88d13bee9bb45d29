// Replaces functions of <cmath> that are a few plain instructions: the functions that round to an integer, and ldexp.
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

// Returns whether the call is ldexp, as intrinsic or as function of the C library.
bool is_scaling(const llvm::CallInst& call) {
    if (!is_real(call.getType()) || call.arg_size() != 2) return false;
    if (call.getIntrinsicID() == llvm::Intrinsic::ldexp) return true;
    const llvm::Function* const callee = call.getCalledFunction();
    return callee && callee->isDeclaration() && callee->getName() == (call.getType()->isFloatTy() ? "ldexpf" : "ldexp");
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

}  // namespace

llvm::PreservedAnalyses expand_mathematics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
                auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                if (!call) continue;
                if (const llvm::Intrinsic::ID rounding = rounding_of(*call))
                    replace_rounding(*call, rounding);
                else if (is_scaling(*call))
                    replace_scaling(*call);
            }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
