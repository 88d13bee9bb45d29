// Replaces mathematical functions by OpenCL's built-in functions:
//   %a = call float @llvm.sin.f32(float %x)
//   %b = call double @cbrt(double %y)
//   %c = frem float %x, 3.0
// becomes
//   %a = call float @_Z3sinf(float %x)
//   %b = call double @_Z4cbrtd(double %y)
//   %c = call float @_Z4fmodff(float %x, float 3.0)
// Intrinsics that every back end has as an instruction (sqrt, floor, fma, fabs) stay.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>
#include <optional>
#include <string>

#include "../../middle_end/c_mathematics.hpp"
#include "../../middle_end/device_functions.hpp"
#include "opencl_functions.hpp"

namespace ingot::compiler::opencl_functions {

namespace {

// Returns the letter for a type in mangled names, or nothing for a type other than float and double.
std::optional<char> type_letter(const llvm::Type* type) {
    if (type->isFloatTy()) return 'f';
    if (type->isDoubleTy()) return 'd';
    return std::nullopt;
}

bool is_real(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

// Returns the name in OpenCL C of the function that replaces a call. Returns "" if the call is not replaced.
std::string built_in_name(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !is_real(call.getType())) return {};
    if (!llvm::all_of(call.args(), [](const llvm::Use& argument) { return type_letter(argument->getType()).has_value(); }))
        return {};
    if (callee->isIntrinsic()) return c_mathematics_of(callee->getIntrinsicID()).str();
    llvm::StringRef name = callee->getName();
    if (name.consume_front("ingot_device_")) {
        if (name == "rsqrt_f32" || name == "rsqrt_f64") return "rsqrt";
        return {};
    }
    if (call.getType()->isFloatTy() && !name.consume_back("f")) return {};
    return is_c_mathematics(name) ? name.str() : std::string();
}

// Declares OpenCL's function of a name for arguments of the given types, which are float or double.
llvm::Function* built_in_function(llvm::Module& module, const std::string& name, llvm::ArrayRef<llvm::Type*> types) {
    std::string mangled = "_Z" + std::to_string(name.size()) + name;
    for (const llvm::Type* type : types) mangled += type_letter(type).value_or('f');
    auto callee = module.getOrInsertFunction(mangled, llvm::FunctionType::get(types.front(), types, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    mark_built_in(*function, nullptr, device_effect::none);
    return function;
}

void replace_call(llvm::Module& module, llvm::CallInst& call, const std::string& name) {
    llvm::SmallVector<llvm::Type*> types;
    for (const llvm::Use& argument : call.args()) types.push_back(argument->getType());
    call.setCalledFunction(built_in_function(module, name, types));
    call.setAttributes({});
}

// Replaces the remainder of a division (frem) by fmod, which is exact in OpenCL. The PTX back end would compute the
// remainder from the rounded quotient, which is wrong for a large quotient. A remainder of half is computed in float.
void replace_remainder(llvm::Module& module, llvm::BinaryOperator& remainder) {
    llvm::IRBuilder<> builder(&remainder);
    llvm::Type* const type = remainder.getType();
    const bool is_half = type->isHalfTy();
    if (!is_half && !is_real(type)) return;
    llvm::Type* const computed = is_half ? builder.getFloatTy() : type;
    const auto widened = [&](llvm::Value* value) { return is_half ? builder.CreateFPExt(value, computed) : value; };
    llvm::Value* result = builder.CreateCall(built_in_function(module, "fmod", {computed, computed}),
                                             {widened(remainder.getOperand(0)), widened(remainder.getOperand(1))});
    if (is_half) result = builder.CreateFPTrunc(result, type);
    result->takeName(&remainder);
    remainder.replaceAllUsesWith(result);
    remainder.eraseFromParent();
}

// Replaces an instruction by a call of OpenCL's function if there is one.
void replace(llvm::Module& module, llvm::Instruction& instruction) {
    if (auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
        if (operation->getOpcode() == llvm::Instruction::FRem) replace_remainder(module, *operation);
        return;
    }
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call) return;
    if (const std::string name = built_in_name(*call); !name.empty()) replace_call(module, *call, name);
}

}  // namespace

llvm::PreservedAnalyses call_mathematics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) replace(module, instruction);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::opencl_functions
