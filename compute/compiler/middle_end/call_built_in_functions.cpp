#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <array>
#include <optional>
#include <string>

#include "../spirv_values.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Functions of <cmath> that OpenCL has under the same name, for float (with the suffix f in C) and double. All take and give one
// type.
constexpr std::array<llvm::StringRef, 34> same_name {
    "acos", "acosh", "asin",      "asinh", "atan", "atanh", "atan2", "cbrt",   "copysign", "cos",      "cosh",  "erf",
    "erfc", "exp",   "exp2",      "expm1", "fdim", "fmax",  "fmin",  "fmod",   "hypot",    "log",      "log10", "log1p",
    "log2", "pow",   "remainder", "sin",   "sinh", "tan",   "tanh",  "tgamma", "lgamma",   "nextafter"};

bool is_same_name(llvm::StringRef name) { return llvm::is_contained(same_name, name); }

// LLVM's intrinsics that no back end for devices computes by itself. The others (sqrt, floor, fma, fabs …) are instructions
// there.
llvm::StringRef built_in_of(llvm::Intrinsic::ID intrinsic) {
    switch (intrinsic) {
        case llvm::Intrinsic::sin:
            return "sin";
        case llvm::Intrinsic::cos:
            return "cos";
        case llvm::Intrinsic::tan:
            return "tan";
        case llvm::Intrinsic::asin:
            return "asin";
        case llvm::Intrinsic::acos:
            return "acos";
        case llvm::Intrinsic::atan:
            return "atan";
        case llvm::Intrinsic::atan2:
            return "atan2";
        case llvm::Intrinsic::sinh:
            return "sinh";
        case llvm::Intrinsic::cosh:
            return "cosh";
        case llvm::Intrinsic::tanh:
            return "tanh";
        case llvm::Intrinsic::pow:
            return "pow";
        case llvm::Intrinsic::exp:
            return "exp";
        case llvm::Intrinsic::exp2:
            return "exp2";
        case llvm::Intrinsic::exp10:
            return "exp10";
        case llvm::Intrinsic::log:
            return "log";
        case llvm::Intrinsic::log2:
            return "log2";
        case llvm::Intrinsic::log10:
            return "log10";
        default:
            return {};
    }
}

std::optional<char> type_letter(const llvm::Type* type) {
    if (type->isFloatTy()) return 'f';
    if (type->isDoubleTy()) return 'd';
    return std::nullopt;
}

bool is_real(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

// The OpenCL function that a call means, by its name in OpenCL C; empty where the call is none of ours.
std::string built_in_name(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !is_real(call.getType())) return {};
    if (!llvm::all_of(call.args(), [](const llvm::Use& argument) { return type_letter(argument->getType()).has_value(); }))
        return {};
    if (callee->isIntrinsic()) return built_in_of(callee->getIntrinsicID()).str();
    llvm::StringRef name = callee->getName();
    if (name.consume_front("ingot_device_")) {
        if (name == "rsqrt_f32" || name == "rsqrt_f64") return "rsqrt";
        return {};
    }
    if (call.getType()->isFloatTy() && !name.consume_back("f")) return {};
    return is_same_name(name) ? name.str() : std::string();
}

// OpenCL's function of that name for these arguments.
llvm::Function* built_in_function(llvm::Module& module, const std::string& name, llvm::ArrayRef<llvm::Type*> types) {
    std::string mangled = "_Z" + std::to_string(name.size()) + name;
    for (const llvm::Type* type : types) mangled += type_letter(type).value_or('f');
    auto callee = module.getOrInsertFunction(mangled, llvm::FunctionType::get(types.front(), types, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    return function;
}

void replace_call(llvm::Module& module, llvm::CallInst& call, const std::string& name) {
    llvm::SmallVector<llvm::Type*> types;
    for (const llvm::Use& argument : call.args()) types.push_back(argument->getType());
    call.setCalledFunction(built_in_function(module, name, types));
    call.setAttributes({});
}

// The rounding that a function of <cmath> does before it gives an integer; none for any other call.
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

// Devices round, and convert what is whole.
void replace_rounding(llvm::CallInst& call, llvm::Intrinsic::ID rounding) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const whole = builder.CreateUnaryIntrinsic(rounding, call.getArgOperand(0));
    llvm::Value* const result = builder.CreateFPToSI(whole, call.getType());
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

bool is_scaling(const llvm::CallInst& call) {
    if (!is_real(call.getType()) || call.arg_size() != 2) return false;
    if (call.getIntrinsicID() == llvm::Intrinsic::ldexp) return true;
    const llvm::Function* const callee = call.getCalledFunction();
    return callee && callee->isDeclaration() && callee->getName() == (call.getType()->isFloatTy() ? "ldexpf" : "ldexp");
}

// x · 2^n. Two factors bring n to an exponent that the type has, and lose nothing that the result could show; only the last
// multiplication rounds (musl's scalbn). libclc's ldexp for PTX loses denormal numbers and NaN.
llvm::Value* scaled(llvm::IRBuilder<>& builder, llvm::Value* x, llvm::Value* n) {
    llvm::Type* const type = x->getType();
    const llvm::fltSemantics& of = type->getFltSemantics();
    const int most = llvm::APFloat::semanticsMaxExponent(of);
    const int least = llvm::APFloat::semanticsMinExponent(of);
    const int digits = static_cast<int>(llvm::APFloat::semanticsPrecision(of));
    const int down = least + digits;
    const auto number = [&](int value) { return llvm::ConstantInt::getSigned(n->getType(), value); };
    const auto power = [&](int exponent) {
        return llvm::ConstantFP::get(type, llvm::scalbn(llvm::APFloat::getOne(of), exponent, llvm::APFloat::rmNearestTiesToEven));
    };
    for (int step = 0; step < 2; ++step) {
        llvm::Value* const is_large = builder.CreateICmpSGT(n, number(most));
        llvm::Value* const is_small = builder.CreateICmpSLT(n, number(least));
        x = builder.CreateFMul(
            x, builder.CreateSelect(is_large, power(most), builder.CreateSelect(is_small, power(down), power(0))));
        n = builder.CreateSub(
            n, builder.CreateSelect(is_large, number(most), builder.CreateSelect(is_small, number(down), number(0))));
    }
    n = builder.CreateSelect(builder.CreateICmpSGT(n, number(most)), number(most), n);
    n = builder.CreateSelect(builder.CreateICmpSLT(n, number(least)), number(least), n);
    llvm::Type* const bits = builder.getIntNTy(type->getScalarSizeInBits());
    llvm::Value* const biased = builder.CreateZExtOrTrunc(builder.CreateAdd(n, number(most)), bits);
    return builder.CreateFMul(x, builder.CreateBitCast(builder.CreateShl(biased, static_cast<uint64_t>(digits) - 1), type));
}

void replace_scaling(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* const result = scaled(builder, call.getArgOperand(0), call.getArgOperand(1));
    result->takeName(&call);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

// The remainder of a division: the PTX back end would compute it from the rounded quotient, which is no remainder where that is
// large. OpenCL's fmod is exact.
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

// ingot_device_barrier(scope) is OpenCL's barrier(flags): memory_scope has its values.
void replace_barrier(llvm::Module& module) {
    llvm::Function* const barrier = module.getFunction("ingot_device_barrier");
    if (!barrier) return;
    barrier->setName("_Z7barrierj");
    barrier->setAttributes({});
    barrier->setConvergent();
    barrier->setDoesNotThrow();
    barrier->addFnAttr(llvm::Attribute::NoDuplicate);
}

// By fence_accesses.
constexpr std::array<uint32_t, 4> order_of_accesses {spirv_values::relaxed, spirv_values::acquire, spirv_values::release,
                                                     spirv_values::acquire_release};

// ingot_device_fence(scope, accesses) is SPIR-V's OpMemoryBarrier. The scopes and accesses are constants where the language's
// headers call it; a call with others stays, and is reported.
void replace_fences(llvm::Module& module) {
    llvm::Function* const fence = module.getFunction("ingot_device_fence");
    if (!fence) return;
    auto* const type = fence->getFunctionType();
    for (llvm::User* user : llvm::make_early_inc_range(fence->users())) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        const auto* scope = call ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)) : nullptr;
        const auto* accesses = call ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1)) : nullptr;
        if (!scope || !accesses) continue;
        const bool is_global = (scope->getZExtValue() & 2) != 0;
        const bool is_local = (scope->getZExtValue() & 1) != 0;
        const uint32_t semantics = order_of_accesses[accesses->getZExtValue() & 3] |
                                   (is_local ? spirv_values::workgroup_memory : 0) |
                                   (is_global ? spirv_values::cross_workgroup_memory : 0);
        llvm::IRBuilder<> builder(call);
        builder.CreateCall(module.getOrInsertFunction("_Z21__spirv_MemoryBarrierjj", type),
                           {builder.getInt32(is_global ? spirv_values::device_scope : spirv_values::workgroup_scope),
                            builder.getInt32(semantics)});
        call->eraseFromParent();
    }
    if (fence->use_empty()) fence->eraseFromParent();
}

// By what devices have for it; anything else stays.
void replace(llvm::Module& module, llvm::Instruction& instruction) {
    if (auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
        if (operation->getOpcode() == llvm::Instruction::FRem) replace_remainder(module, *operation);
        return;
    }
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call) return;
    if (const llvm::Intrinsic::ID rounding = rounding_of(*call))
        replace_rounding(*call, rounding);
    else if (is_scaling(*call))
        replace_scaling(*call);
    else if (const std::string name = built_in_name(*call); !name.empty())
        replace_call(module, *call, name);
}

}  // namespace

llvm::PreservedAnalyses call_built_in_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) replace(module, instruction);
    replace_barrier(module);
    replace_fences(module);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
