// Computes in double what headers of the standard library compute in long double, which no device has. libstdc++'s
// std::generate_canonical, and with it std::uniform_real_distribution, multiplies the range of the engine in long double:
//   %wide = fpext float %sum to x86_fp80
//   %product = fmul x86_fp80 %wide, 0xK401DFFFFFFFC00000000
//   %next = fptrunc x86_fp80 %product to float
// becomes
//   %wide = fpext float %sum to double
//   %product = fmul double %wide, 0x41DFFFFFFF800000
//   %next = fptrunc double %product to float
// Before that, the pass computes the values that are known at compile time: instructions on long double constants and
// logarithms of them in long double, and nextafter of float and double constants in its own type.
// A long double in the author's own code stays, and is reported as an error.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "passes.hpp"
#include "user_location.hpp"

namespace ingot::compiler {

namespace {

bool is_wide(const llvm::Value* value) { return value->getType()->isX86_FP80Ty(); }

bool uses_wide(const llvm::Instruction& instruction) {
    return is_wide(&instruction) || llvm::any_of(instruction.operands(), [](const llvm::Use& use) { return is_wide(use); });
}

// x87's format has a sign, 15 bits of an exponent, and 64 bits of a significand with its integer bit. The host's long double can
// have another format: the functions use its value and not its bits. If it has fewer than 64 bits (Apple's processors), the
// result is rounded.
constexpr int exponent_bias = 16383;
constexpr int fraction_bits = 63;

long double value_of(const llvm::APFloat& number) {
    if (number.isNaN()) return std::numeric_limits<long double>::quiet_NaN();
    if (number.isInfinity())
        return std::copysign(std::numeric_limits<long double>::infinity(), number.isNegative() ? -1.0l : 1.0l);
    const llvm::APInt bits = number.bitcastToAPInt();
    const auto significand = static_cast<long double>(bits.extractBitsAsZExtValue(64, 0));
    const auto exponent = static_cast<int>(bits.extractBitsAsZExtValue(15, 64));
    const long double magnitude = std::ldexp(significand, exponent - exponent_bias - fraction_bits);
    return number.isNegative() ? -magnitude : magnitude;
}

llvm::APFloat x87_number(long double number) {
    const llvm::fltSemantics& format = llvm::APFloat::x87DoubleExtended();
    if (std::isnan(number)) return llvm::APFloat::getNaN(format);
    if (std::isinf(number)) return llvm::APFloat::getInf(format, std::signbit(number));
    if (number == 0) return llvm::APFloat::getZero(format, std::signbit(number));
    int exponent = 0;
    const long double fraction = std::frexp(std::abs(number), &exponent);  // from 0.5 to 1
    const auto significand = static_cast<uint64_t>(std::ldexp(fraction, fraction_bits + 1));
    const auto biased = static_cast<uint64_t>(exponent - 1 + exponent_bias) | (std::signbit(number) ? 0x8000u : 0u);
    return {format, llvm::APInt(80, {significand, biased})};
}

llvm::Constant* logarithm(const llvm::ConstantFP& operand) {
    return llvm::ConstantFP::get(operand.getContext(), x87_number(std::log(value_of(operand.getValueAPF()))));
}

llvm::Constant* next_number(const llvm::ConstantFP& from, const llvm::ConstantFP& to) {
    llvm::APFloat number = from.getValueAPF();
    const llvm::APFloat::cmpResult order = number.compare(to.getValueAPF());
    if (order == llvm::APFloat::cmpUnordered) return nullptr;
    if (order != llvm::APFloat::cmpEqual) number.next(order == llvm::APFloat::cmpGreaterThan);
    return llvm::ConstantFP::get(from.getContext(), number);
}

// Returns the value of an instruction if it is known at compile time, otherwise null.
llvm::Constant* constant_of(llvm::Instruction& instruction) {
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction()) {
        const llvm::StringRef name = call->getCalledFunction()->getName();
        const auto operand = [&](unsigned i) {
            return i < call->arg_size() ? llvm::dyn_cast<llvm::ConstantFP>(call->getArgOperand(i)) : nullptr;
        };
        if ((name == "logl" || call->getIntrinsicID() == llvm::Intrinsic::log) && is_wide(call) && operand(0))
            return logarithm(*operand(0));
        if ((name == "nextafter" || name == "nextafterf") && operand(0) && operand(1))
            return next_number(*operand(0), *operand(1));
        return nullptr;
    }
    return uses_wide(instruction) ? llvm::ConstantFoldInstruction(&instruction, instruction.getDataLayout()) : nullptr;
}

void fold_constants(llvm::Function& function) {
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
            if (llvm::Constant* const value = constant_of(instruction)) {
                instruction.replaceAllUsesWith(value);
                instruction.eraseFromParent();
                has_changed = true;
            }
    }
}

bool can_be_narrow(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FAdd:
        case llvm::Instruction::FSub:
        case llvm::Instruction::FMul:
        case llvm::Instruction::FDiv:
        case llvm::Instruction::FNeg:
        case llvm::Instruction::FCmp:
        case llvm::Instruction::FPExt:
        case llvm::Instruction::FPTrunc:
        case llvm::Instruction::FPToUI:
        case llvm::Instruction::FPToSI:
        case llvm::Instruction::UIToFP:
        case llvm::Instruction::SIToFP:
            return true;
        default:
            return false;
    }
}

// Is the instruction in a function of a header of the library?
bool is_in_library(const llvm::Instruction& instruction, const device_module& unit) {
    const llvm::DILocation* const location = instruction.getDebugLoc();
    return location && location->getLine() != 0 && unit.is_library(path_of(*location));
}

class narrower {
public:
    void narrow(llvm::Instruction& instruction) {
        llvm::IRBuilder<> builder(&instruction);
        llvm::Type* const target = is_wide(&instruction) ? builder.getDoubleTy() : instruction.getType();
        llvm::Value* result = nullptr;
        if (const auto* const comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction)) {
            result =
                builder.CreateFCmp(comparison->getPredicate(), narrow_operand(instruction, 0), narrow_operand(instruction, 1));
        } else if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
            llvm::Value* const operand = narrow_operand(instruction, 0);
            result = operand->getType()->isFloatingPointTy() && target->isFloatingPointTy()
                         ? builder.CreateFPCast(operand, target)
                         : builder.CreateCast(cast->getOpcode(), operand, target);
        } else if (instruction.getOpcode() == llvm::Instruction::FNeg) {
            result = builder.CreateFNeg(narrow_operand(instruction, 0));
        } else {
            result = builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(instruction.getOpcode()),
                                         narrow_operand(instruction, 0), narrow_operand(instruction, 1));
        }
        if (is_wide(&instruction))
            narrow_values_[&instruction] = result;
        else
            instruction.replaceAllUsesWith(result);
    }

private:
    llvm::Value* narrow_operand(const llvm::Instruction& instruction, unsigned index) {
        llvm::Value* const operand = instruction.getOperand(index);
        if (!is_wide(operand)) return operand;
        const auto* const constant = llvm::dyn_cast<llvm::ConstantFP>(operand);
        if (!constant) return narrow_values_.at(operand);
        llvm::APFloat number = constant->getValueAPF();
        bool is_inexact = false;
        number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &is_inexact);
        return llvm::ConstantFP::get(operand->getContext(), number);
    }

    llvm::DenseMap<const llvm::Value*, llvm::Value*> narrow_values_;
};

void narrow_function(llvm::Function& function, const device_module& unit) {
    fold_constants(function);
    llvm::SmallVector<llvm::Instruction*> wide;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
        for (llvm::Instruction& instruction : *block)
            if (uses_wide(instruction)) wide.push_back(&instruction);
    const bool is_narrowed = llvm::all_of(wide, [&](const llvm::Instruction* instruction) {
        return can_be_narrow(*instruction) && is_in_library(*instruction, unit);
    });
    if (!is_narrowed) return;
    narrower each;
    for (llvm::Instruction* instruction : wide) each.narrow(*instruction);
    for (llvm::Instruction* instruction : llvm::reverse(wide)) instruction->eraseFromParent();
}

}  // namespace

void narrow_long_double(device_module& unit) {
    for (llvm::Function& function : *unit.module)
        if (!function.isDeclaration()) narrow_function(function, unit);
}

}  // namespace ingot::compiler
