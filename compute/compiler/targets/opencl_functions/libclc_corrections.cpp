// Each correction changes the arguments of a call of a libclc function, or its result, or both:
//   %y = call double @_Z4coshd(double %x)
// becomes
//   %0 = select i1 %is_within, double %x, double 0.0              ; %is_within: |%x| < 1000
//   %1 = call double @_Z4coshd(double %0)
//   %y = select i1 %is_within, double %1, double %beyond          ; %beyond: |%x| times the greatest double
#include "libclc_corrections.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <limits>
#include <vector>

namespace ingot::compiler::opencl_functions {

namespace {

std::vector<llvm::CallInst*> calls_of(llvm::Module& module, const char* name) {
    std::vector<llvm::CallInst*> calls;
    if (llvm::Function* const function = module.getFunction(name))
        for (llvm::User* const user : function->users())
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == function)
                calls.push_back(call);
    return calls;
}

// Replaces the result of a call, in all instructions that use it, by the value that `make` computes from the result.
template <typename Make>
void replace_result(llvm::CallInst& call, Make make) {
    std::vector<llvm::Use*> uses;
    for (llvm::Use& use : call.uses()) uses.push_back(&use);
    llvm::IRBuilder<> builder(call.getNextNode());
    llvm::Value* const result = make(builder);
    for (llvm::Use* const use : uses) use->set(result);
}

// Corrects sinh and cosh of double. They use the integer part of the argument as index into a table, and libclc 22
// limits the index from above only. The integer part of a NaN is the least integer (PTX ISA, cvt), so that the function
// reads far outside of the table, which ends the program. The correction passes 0 instead of a NaN and of arguments
// whose result overflows. The result is then the argument (for sinh) or its magnitude (for cosh) times the greatest
// double, which is NaN or infinite.
void keep_within_table(llvm::CallInst& call, bool is_even) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const argument = call.getArgOperand(0);
    const auto constant = [&](double value) { return llvm::ConstantFP::get(argument->getType(), value); };
    llvm::Value* const magnitude = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, argument);
    llvm::Value* const is_within = builder.CreateFCmpOLT(magnitude, constant(1000.0));  // the results overflow from 710.5 on
    call.setArgOperand(0, builder.CreateSelect(is_within, argument, constant(0.0)));
    replace_result(call, [&](llvm::IRBuilder<>& after) {
        llvm::Value* const beyond =
            after.CreateFMul(is_even ? magnitude : argument, constant(std::numeric_limits<double>::max()));
        return after.CreateSelect(is_within, &call, beyond);
    });
}

// Corrects fmod and remainder of double. Near the greatest double a step in libclc overflows: fmod(1.797e308, 0.333) is
// NaN. If the dividend is at least 2^1000 and the divisor at least 2^-900, the correction scales both arguments by 2^-64,
// which scales the remainder too, and scales the result back. A much smaller divisor could become denormal and so inexact.
void keep_from_overflow(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const dividend = call.getArgOperand(0);
    llvm::Value* const divisor = call.getArgOperand(1);
    const auto constant = [&](double value) { return llvm::ConstantFP::get(dividend->getType(), value); };
    const auto is_beyond = [&](llvm::Value* value, double limit) {
        return builder.CreateFCmpOGE(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value), constant(limit));
    };
    llvm::Value* const is_huge = builder.CreateAnd(is_beyond(dividend, 0x1p+1000), is_beyond(divisor, 0x1p-900));
    llvm::Value* const factor = builder.CreateSelect(is_huge, constant(0x1p-64), constant(1.0));
    call.setArgOperand(0, builder.CreateFMul(dividend, factor));
    call.setArgOperand(1, builder.CreateFMul(divisor, factor));
    replace_result(call, [&](llvm::IRBuilder<>& after) {
        return after.CreateFMul(&call, after.CreateSelect(is_huge, constant(0x1p+64), constant(1.0)));
    });
}

// Corrects exp and exp2 of float, which return 0 for denormal results. The correction computes the function for half of
// the argument, and squares the result: the square is denormal where the result should be.
void keep_denormal_results(llvm::CallInst& call, double first_denormal) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const argument = call.getArgOperand(0);
    const auto constant = [&](double value) { return llvm::ConstantFP::get(argument->getType(), value); };
    llvm::Value* const is_denormal = builder.CreateFCmpOLT(argument, constant(first_denormal));
    call.setArgOperand(0, builder.CreateSelect(is_denormal, builder.CreateFMul(argument, constant(0.5)), argument));
    replace_result(
        call, [&](llvm::IRBuilder<>& after) { return after.CreateSelect(is_denormal, after.CreateFMul(&call, &call), &call); });
}

// Corrects fmod and remainder of float, which treat denormal arguments as 0. For small arguments the correction calls
// the function of double, in which all floats are normal numbers. Both functions are exact.
void compute_small_remainders_in_double(llvm::CallInst& call, const char* name_in_double) {
    llvm::IRBuilder<> builder(&call);
    llvm::Type* const wide = builder.getDoubleTy();
    llvm::FunctionCallee in_double = call.getModule()->getOrInsertFunction(name_in_double, wide, wide, wide);
    llvm::cast<llvm::Function>(in_double.getCallee())->setAttributes(call.getCalledFunction()->getAttributes());
    llvm::Value* const dividend = call.getArgOperand(0);
    llvm::Value* const divisor = call.getArgOperand(1);
    const auto is_small = [&](llvm::Value* value) {
        llvm::Value* const limit = llvm::ConstantFP::get(value->getType(), 0x1p-100);
        return builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value), limit);
    };
    llvm::Value* const any_is_small = builder.CreateOr(is_small(dividend), is_small(divisor));
    llvm::Instruction* small = nullptr;
    llvm::Instruction* other = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(any_is_small, &call, &small, &other);
    llvm::IRBuilder<> in_small(small);
    llvm::Value* const exact = in_small.CreateFPTrunc(
        in_small.CreateCall(in_double, {in_small.CreateFPExt(dividend, wide), in_small.CreateFPExt(divisor, wide)}),
        call.getType());
    llvm::PHINode* const result = llvm::PHINode::Create(call.getType(), 2, "", call.getIterator());
    call.replaceAllUsesWith(result);
    call.moveBefore(other->getIterator());
    result->addIncoming(exact, small->getParent());
    result->addIncoming(&call, other->getParent());
}

// Corrects functions of double that lose the sign of -0: for an argument of ±0 the result is the argument.
void keep_sign_of_zero(llvm::CallInst& call) {
    replace_result(call, [&](llvm::IRBuilder<>& builder) {
        llvm::Value* const argument = call.getArgOperand(0);
        llvm::Value* const is_zero = builder.CreateFCmpOEQ(argument, llvm::ConstantFP::get(argument->getType(), 0.0));
        return builder.CreateSelect(is_zero, argument, &call);
    });
}

// Corrects pow of double, which splits exponent * log(base) into two parts and limits only the first part. If the
// second part is large too, the result is wrong. With an exponent beyond the limit 2^14 / min(1, ||base| - 1|), pow
// overflows or underflows in any case. The correction passes an exponent near the limit instead, which has the same
// remainder after division by 2: for a negative base this remainder decides the sign of the result, or that the result is
// NaN.
void limit_exponent(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const exponent = call.getArgOperand(1);
    const auto constant = [&](double value) { return llvm::ConstantFP::get(exponent->getType(), value); };
    const auto magnitude_of = [&](llvm::Value* value) { return builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value); };
    const auto even_part_of = [&](llvm::Value* value) {
        llvm::Value* const half = builder.CreateFMul(value, constant(0.5));
        return builder.CreateFMul(builder.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, half), constant(2.0));
    };
    llvm::Value* const from_one = magnitude_of(builder.CreateFSub(magnitude_of(call.getArgOperand(0)), constant(1.0)));
    llvm::Value* const distance = builder.CreateSelect(builder.CreateFCmpOLT(from_one, constant(1.0)), from_one, constant(1.0));
    llvm::Value* const limit = builder.CreateFDiv(constant(0x1p+14), distance);
    llvm::Value* const magnitude = magnitude_of(exponent);
    llvm::Value* const is_beyond =
        builder.CreateAnd(builder.CreateFCmpOGT(magnitude, limit),
                          builder.CreateFCmpOLT(magnitude, constant(std::numeric_limits<double>::infinity())));
    llvm::Value* const same_remainder = builder.CreateFSub(exponent, even_part_of(exponent));
    llvm::Value* const next_to_limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, even_part_of(limit), exponent);
    call.setArgOperand(1, builder.CreateSelect(is_beyond, builder.CreateFAdd(next_to_limit, same_remainder), exponent));
}

// Applies a correction to all calls of the functions with these mangled names.
template <typename Correct>
void correct(llvm::Module& module, std::initializer_list<const char*> names, Correct correct_call) {
    for (const char* const name : names)
        for (llvm::CallInst* const call : calls_of(module, name)) correct_call(*call);
}

}  // namespace

void correct_libclc(llvm::Module& module, bool fast_math) {
    correct(module, {"_Z4sinhd"}, [](llvm::CallInst& call) { keep_within_table(call, false); });
    correct(module, {"_Z4coshd"}, [](llvm::CallInst& call) { keep_within_table(call, true); });
    if (fast_math) return;
    correct(module, {"_Z3expf"}, [](llvm::CallInst& call) { keep_denormal_results(call, -87.0); });
    correct(module, {"_Z4exp2f"}, [](llvm::CallInst& call) { keep_denormal_results(call, -126.0); });
    correct(module, {"_Z4fmodff"}, [](llvm::CallInst& call) { compute_small_remainders_in_double(call, "_Z4fmoddd"); });
    correct(module, {"_Z9remainderff"}, [](llvm::CallInst& call) { compute_small_remainders_in_double(call, "_Z9remainderdd"); });
    correct(module, {"_Z4fmoddd", "_Z9remainderdd"}, keep_from_overflow);
    correct(module, {"_Z3sind", "_Z3tand", "_Z4asind", "_Z4atand", "_Z5expm1d"}, keep_sign_of_zero);
    correct(module, {"_Z3powdd"}, limit_exponent);
}

}  // namespace ingot::compiler::opencl_functions
