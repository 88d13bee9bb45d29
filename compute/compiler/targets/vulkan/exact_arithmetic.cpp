// Replaces
//   %r = fdiv double %a, %b
// by a call of
//   define internal double @quotient_of_double(double %0, double %1) {
//     %question = call i32 @ingot_device_has_exact_double_division()
//     %is_exact = icmp ne i32 %question, 0
//     br i1 %is_exact, label %exact, label %software
//   exact:
//     %own = fdiv double %0, %1
//     br label %end
//   software:
//     …                                                  ; the same by operations that the driver computes exactly
//     br label %end
//   end:
//     %r = phi double [ %own, %exact ], [ %computed, %software ]
//     ret double %r
//   }
// The question becomes a specialisation constant, so that the driver removes one of the two.
#include "exact_arithmetic.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../../middle_end/device_functions.hpp"
#include "../../middle_end/kept_functions.hpp"
#include "software_arithmetic.hpp"

namespace ingot::compiler::vulkan {

namespace {

enum class operation { fma, quotient, root };

bool becomes_half(const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.users(),
                        [](const llvm::User* user) { return llvm::isa<llvm::FPTruncInst>(user) && user->getType()->isHalfTy(); });
}

bool was_half(const llvm::Value& operand) {
    if (llvm::isa<llvm::ConstantFP>(operand)) return true;
    const auto* const extension = llvm::dyn_cast<llvm::FPExtInst>(&operand);
    return extension && extension->getSrcTy()->isHalfTy();
}

// Returns which operation must be rounded correctly. A division and a root of float need not be, but for those that are a
// part of half's: half divides as float, and rounds the result.
std::optional<operation> exact_operation(const llvm::Instruction& instruction) {
    const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool is_root = intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt;
    if (instruction.getType()->isVectorTy()) return std::nullopt;
    if (intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::fma) return operation::fma;
    if (!is_root && instruction.getOpcode() != llvm::Instruction::FDiv) return std::nullopt;
    if (instruction.hasApproxFunc() || instruction.hasAllowReciprocal()) return std::nullopt;
    const bool is_part_of_half =
        becomes_half(instruction) && was_half(*instruction.getOperand(0)) && (is_root || was_half(*instruction.getOperand(1)));
    if (instruction.getType()->isFloatTy() && !is_part_of_half) return std::nullopt;
    return is_root ? operation::root : operation::quotient;
}

llvm::Value* driver_result(llvm::IRBuilder<>& builder, operation what, llvm::Function& function) {
    llvm::Type* const type = function.getReturnType();
    if (what == operation::fma)
        return builder.CreateIntrinsic(llvm::Intrinsic::fma, {type},
                                       {function.getArg(0), function.getArg(1), function.getArg(2)});
    // Only float's operations are known to be exact. Rounding their results once more gives those of half (S. Figueroa,
    // "When is double rounding innocuous?", 1995).
    const auto argument = [&](unsigned index) -> llvm::Value* {
        return type->isHalfTy() ? builder.CreateFPExt(function.getArg(index), builder.getFloatTy()) : function.getArg(index);
    };
    llvm::Value* const result = what == operation::quotient ? builder.CreateFDiv(argument(0), argument(1))
                                                            : builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, argument(0));
    return type->isHalfTy() ? builder.CreateFPTrunc(result, type) : result;
}

llvm::Value* software_result(llvm::IRBuilder<>& builder, operation what, llvm::Function& function) {
    if (what == operation::fma) return software_fma(builder, function.getArg(0), function.getArg(1), function.getArg(2));
    if (what == operation::quotient) return software_quotient(builder, function.getArg(0), function.getArg(1));
    return software_root(builder, function.getArg(0));
}

llvm::Function& create_function(llvm::Module& module, operation what, llvm::Type& type) {
    llvm::LLVMContext& context = module.getContext();
    const bool is_fma = what == operation::fma;
    const std::vector<llvm::Type*> parameters(is_fma ? 3 : what == operation::quotient ? 2 : 1, &type);
    const std::string name = std::string(is_fma                        ? "fma"
                                         : what == operation::quotient ? "quotient"
                                                                       : "root") +
                             "_of_" +
                             (type.isHalfTy()    ? "half"
                              : type.isFloatTy() ? "float"
                                                 : "double");
    auto* const made = llvm::Function::Create(llvm::FunctionType::get(&type, parameters, false),
                                              llvm::GlobalValue::InternalLinkage, name, module);
    made->setDoesNotThrow();
    made->setDoesNotAccessMemory();  // so that accesses before and after a call can become one (vectorise_accesses.hpp)
    made->setWillReturn();
    made->addFnAttr(specialized_function);
    const driver_question& asked = driver_questions[(is_fma ? 0u : 2u) + (type.isDoubleTy() ? 1u : 0u)];
    llvm::FunctionCallee question =
        module.getOrInsertFunction(asked.function, llvm::FunctionType::get(llvm::Type::getInt32Ty(context), false));
    mark_built_in(*llvm::cast<llvm::Function>(question.getCallee()), nullptr, device_effect::none);
    auto* const begin = llvm::BasicBlock::Create(context, "", made);
    auto* const exact = llvm::BasicBlock::Create(context, "", made);
    auto* const software = llvm::BasicBlock::Create(context, "", made);
    auto* const end = llvm::BasicBlock::Create(context, "", made);
    llvm::IRBuilder<> builder(begin);
    builder.CreateCondBr(builder.CreateICmpNE(builder.CreateCall(question), builder.getInt32(0)), exact, software);
    builder.SetInsertPoint(exact);
    llvm::Value* const own = driver_result(builder, what, *made);
    builder.CreateBr(end);
    builder.SetInsertPoint(software);
    llvm::Value* const computed = software_result(builder, what, *made);
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    llvm::PHINode* const result = builder.CreatePHI(&type, 2);
    result->addIncoming(own, exact);
    result->addIncoming(computed, software);
    builder.CreateRet(result);
    return *made;
}

}  // namespace

llvm::PreservedAnalyses exact_arithmetic::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<std::pair<llvm::Instruction*, operation>> replaced;
    for (llvm::Function& function : module)
        for (llvm::Instruction& each : llvm::instructions(function))
            if (const auto what = exact_operation(each)) replaced.emplace_back(&each, *what);
    std::map<std::pair<operation, llvm::Type*>, llvm::Function*> functions;
    for (const auto& [instruction, what] : replaced) {
        llvm::Type* const type = instruction->getType();
        llvm::Function*& function = functions[{what, type}];
        if (!function) function = &create_function(module, what, *type);
        llvm::IRBuilder<> builder(instruction);
        std::vector<llvm::Value*> arguments;
        for (size_t i = 0; i < function->arg_size(); ++i) arguments.push_back(instruction->getOperand(static_cast<unsigned>(i)));
        llvm::CallInst* const call = builder.CreateCall(function, arguments);
        call->takeName(instruction);
        instruction->replaceAllUsesWith(call);
        instruction->eraseFromParent();
    }
    return replaced.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::vulkan
