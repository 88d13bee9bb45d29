// Replaces
//   %r = call float @llvm.fma.f32(float %a, float %b, float %c)
// by a call of a function that computes, if the driver's Fma rounds twice,
//   %product = fmul double %wide_a, %wide_b              ; exact
//   %sum = fadd double %product, %wide_c                 ; rounded to the nearest
//   %error = …                                           ; what the rounding lost, exactly (Knuth's TwoSum)
//   %odd = …                                             ; the sum rounded to odd
//   %r = fptrunc double %odd to float
// double_fma.cpp has the function for double.
// A number that was rounded to odd, with two more bits than the result has, rounds as the exact number does (Boldo and
// Melquiond, Emulation of FMA and Correctly Rounded Sums, 2008).
#include "exact_fma.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"

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

llvm::Value* software_fma(llvm::IRBuilder<>& builder, llvm::Function& function) {
    if (function.getReturnType()->isDoubleTy())
        return double_fma(builder, function.getArg(0), function.getArg(1), function.getArg(2));
    llvm::Type* const wide = function.getReturnType()->isHalfTy() ? builder.getFloatTy() : builder.getDoubleTy();
    const auto argument = [&](unsigned index) { return builder.CreateFPExt(function.getArg(index), wide); };
    llvm::Value* const product = builder.CreateFMul(argument(0), argument(1));
    llvm::Value* const addend = argument(2);
    llvm::Value* const sum = builder.CreateFAdd(product, addend);
    llvm::Value* const of_addend = builder.CreateFSub(sum, product);
    llvm::Value* const of_product = builder.CreateFSub(sum, of_addend);
    llvm::Value* const error = builder.CreateFAdd(builder.CreateFSub(product, of_product), builder.CreateFSub(addend, of_addend));
    return builder.CreateFPTrunc(rounded_to_odd(builder, sum, error), function.getReturnType());
}

llvm::Function& create_fma(llvm::Module& module, llvm::Type& type) {
    llvm::LLVMContext& context = module.getContext();
    auto* const made =
        llvm::Function::Create(llvm::FunctionType::get(&type, {&type, &type, &type}, false), llvm::GlobalValue::InternalLinkage,
                               type.isHalfTy()    ? "fma_of_half"
                               : type.isFloatTy() ? "fma_of_float"
                                                  : "fma_of_double",
                               module);
    made->setDoesNotThrow();
    made->addFnAttr(specialized_function);
    llvm::FunctionCallee question =
        module.getOrInsertFunction(type.isDoubleTy() ? has_exact_double_fma_function : has_exact_fma_function,
                                   llvm::FunctionType::get(llvm::Type::getInt32Ty(context), false));
    mark_built_in(*llvm::cast<llvm::Function>(question.getCallee()), nullptr, device_effect::none);
    auto* const begin = llvm::BasicBlock::Create(context, "", made);
    auto* const exact = llvm::BasicBlock::Create(context, "", made);
    auto* const software = llvm::BasicBlock::Create(context, "", made);
    auto* const end = llvm::BasicBlock::Create(context, "", made);
    llvm::IRBuilder<> builder(begin);
    builder.CreateCondBr(builder.CreateICmpNE(builder.CreateCall(question), builder.getInt32(0)), exact, software);
    builder.SetInsertPoint(exact);
    llvm::Value* const own =
        builder.CreateIntrinsic(llvm::Intrinsic::fma, {&type}, {made->getArg(0), made->getArg(1), made->getArg(2)});
    builder.CreateBr(end);
    builder.SetInsertPoint(software);
    llvm::Value* const computed = software_fma(builder, *made);
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    llvm::PHINode* const result = builder.CreatePHI(&type, 2);
    result->addIncoming(own, exact);
    result->addIncoming(computed, software);
    builder.CreateRet(result);
    return *made;
}

}  // namespace

llvm::PreservedAnalyses exact_fma::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<llvm::IntrinsicInst*> calls;
    for (llvm::Function& function : module)
        for (llvm::Instruction& each : llvm::instructions(function))
            if (auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&each);
                call && call->getIntrinsicID() == llvm::Intrinsic::fma && !call->getType()->isVectorTy())
                calls.push_back(call);
    std::map<llvm::Type*, llvm::Function*> functions;
    for (llvm::IntrinsicInst* const call : calls) {
        llvm::Function*& function = functions[call->getType()];
        if (!function) function = &create_fma(module, *call->getType());
        call->setCalledFunction(function);
    }
    return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::vulkan
