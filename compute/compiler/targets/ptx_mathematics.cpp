#include "ptx_mathematics.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <limits>
#include <vector>

namespace ingot::compiler {

namespace {

// The device computes 1/sqrt in one instruction, with an error of 2^-22.9 (PTX ISA, rsqrt); libclc divides by a root.
void use_rsqrt_instruction(llvm::Module& module, bool fast_math) {
    llvm::Function* const rsqrt = module.getFunction("_Z5rsqrtf");
    if (!rsqrt) return;
    llvm::Function* const instruction = llvm::Intrinsic::getOrInsertDeclaration(
        &module, fast_math ? llvm::Intrinsic::nvvm_rsqrt_approx_ftz_f : llvm::Intrinsic::nvvm_rsqrt_approx_f);
    rsqrt->replaceAllUsesWith(instruction);
    rsqrt->eraseFromParent();
}

std::vector<llvm::CallInst*> calls_of(llvm::Module& module, const char* name) {
    std::vector<llvm::CallInst*> calls;
    if (llvm::Function* const function = module.getFunction(name))
        for (llvm::User* const user : function->users())
            if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user); call && call->getCalledFunction() == function)
                calls.push_back(call);
    return calls;
}

// What reads the call's result reads what `make` makes of it.
template <typename Make>
void replace_result(llvm::CallInst& call, Make make) {
    llvm::IRBuilder<> builder(call.getNextNode());
    llvm::Value* const result = make(builder);
    call.replaceUsesWithIf(result, [&](const llvm::Use& use) { return use.getUser() != result; });
}

// Sine and cosine hyperbolic of double take their index into a table from the argument's integer part, which libclc 22 limits
// from above only. Of a NaN it is the least integer (PTX ISA, cvt): a read far outside, which ends the program. Here the function
// gets 0 instead of what is no number or overflows; the result is then the argument, or its magnitude, times the greatest double.
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

// Next to the greatest double something in libclc's remainder overflows: fmod(1.797e308, 0.333) is NaN. The remainder of smaller
// numbers is the same, smaller.
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

}  // namespace

void prepare_mathematics(llvm::Module& module, bool fast_math) {
    use_rsqrt_instruction(module, fast_math);
    for (llvm::CallInst* const call : calls_of(module, "_Z4sinhd")) keep_within_table(*call, false);
    for (llvm::CallInst* const call : calls_of(module, "_Z4coshd")) keep_within_table(*call, true);
    for (const char* const name : {"_Z4fmoddd", "_Z9remainderdd"})
        for (llvm::CallInst* const call : calls_of(module, name)) keep_from_overflow(*call);
}

}  // namespace ingot::compiler
