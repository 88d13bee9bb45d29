// Arithmetic in double whose numbers are floats and literals, and whose result is rounded to float: 0.1 instead of 0.1f.
#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <cstdlib>
#include <set>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

constexpr int most_lines = 2;  // from an operation to its operands in one expression

bool is_operation(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::FAdd:
        case llvm::Instruction::FSub:
        case llvm::Instruction::FMul:
        case llvm::Instruction::FDiv:
        case llvm::Instruction::FNeg:
            return true;
        default:
            break;
    }
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && (call->getIntrinsicID() == llvm::Intrinsic::fmuladd || call->getIntrinsicID() == llvm::Intrinsic::fabs);
}

// The operations that end with one rounding to float.
struct rounded_arithmetic {
    std::set<const llvm::Instruction*> operations;
    const llvm::Instruction* place = nullptr;  // an operation with a literal that is no float
    double literal = 0;
    bool has_float = false;
    bool is_accidental = true;  // does every number come from a float or a literal, without a conversion in the source?
};

// Did the author write the conversion to double, by a cast or by a variable of that type?
bool is_written(const llvm::FPExtInst& conversion, const llvm::Instruction& user, kernel_analysis& kernel) {
    const std::optional<source_location> place = kernel.location_of(conversion);
    const std::optional<source_location> operation = kernel.location_of(user);
    if (!place || !operation || place->file != operation->file) return true;
    if (std::abs(static_cast<int>(place->line) - static_cast<int>(operation->line)) > most_lines) return true;
    // The word is in front of the number, or of what the number is computed from.
    return kernel.source_before(*place).find("double") != std::string::npos ||
           kernel.source_before(*operation).find("double") != std::string::npos;
}

void collect(const llvm::Value& value, const llvm::Instruction& user, kernel_analysis& kernel, rounded_arithmetic& found) {
    if (const auto* const literal = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
        // LLVM itself computes in float where all literals are numbers that float has.
        llvm::APFloat rounded = literal->getValueAPF();
        bool is_rounded = false;
        rounded.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &is_rounded);
        if (!rounded.isFinite() || rounded.isDenormal()) found.is_accidental = false;
        if (is_rounded && !found.place) {
            found.place = &user;
            found.literal = literal->getValueAPF().convertToDouble();
        }
        return;
    }
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (const auto* const conversion = llvm::dyn_cast_or_null<llvm::FPExtInst>(instruction)) {
        found.has_float = true;
        found.is_accidental &= conversion->getSrcTy()->isFloatTy() && !is_written(*conversion, user, kernel);
        return;
    }
    if (!instruction || !is_operation(*instruction)) {
        found.is_accidental = false;
        return;
    }
    if (!found.operations.insert(instruction).second) return;
    for (const llvm::Value* const operand : instruction->operands())
        if (operand->getType()->isDoubleTy()) collect(*operand, *instruction, kernel, found);
}

}  // namespace

void find_double_arithmetic(kernel_analysis& kernel, remark_list& found) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const auto* const rounding = llvm::dyn_cast<llvm::FPTruncInst>(&instruction);
        if (!rounding || !rounding->getSrcTy()->isDoubleTy() || !rounding->getDestTy()->isFloatTy()) continue;
        rounded_arithmetic arithmetic;
        collect(*rounding->getOperand(0), instruction, kernel, arithmetic);
        if (!arithmetic.is_accidental || !arithmetic.has_float || !arithmetic.place || arithmetic.operations.empty()) continue;
        const size_t count = arithmetic.operations.size();
        found.add(
            *arithmetic.place,
            fmt::format("the literal {} is double, so {} computed in double, and only the result is rounded to float: most GPUs "
                        "compute double 16 to 64 times slower than float",
                        arithmetic.literal, count == 1 ? "the operation is" : fmt::format("{} operations are", count)),
            fmt::format("write {}f", arithmetic.literal));
    }
}

}  // namespace ingot::compiler::advice
