#include "rounded_arithmetic.hpp"

#include <llvm/IR/InstIterator.h>

#include <cstdlib>
#include <set>

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

// The operations that end with one rounding.
struct operation_tree {
    std::set<const llvm::Instruction*> operations;
    const llvm::Instruction* place = nullptr;  // an operation with a literal that is no number of the narrow type
    double literal = 0;
    bool has_narrow_number = false;
    bool is_accidental = true;  // does every number come from the narrow type or a literal, without a conversion in the source?
};

// Did the author write the conversion to the wide type, by a cast or by a variable of that type?
bool is_written(const llvm::FPExtInst& conversion, const llvm::Instruction& user, kernel_analysis& kernel,
                std::string_view wide_name) {
    const std::optional<source_location> place = kernel.location_of(conversion);
    const std::optional<source_location> operation = kernel.location_of(user);
    if (!place || !operation || place->file != operation->file) return true;
    if (std::abs(static_cast<int>(place->line) - static_cast<int>(operation->line)) > most_lines) return true;
    // The word is in front of the number, or of what the number is computed from.
    return kernel.source_before(*place).find(wide_name) != std::string::npos ||
           kernel.source_before(*operation).find(wide_name) != std::string::npos;
}

double value_of(const llvm::ConstantFP& literal) {
    const llvm::APFloat& value = literal.getValueAPF();
    return literal.getType()->isDoubleTy() ? value.convertToDouble() : static_cast<double>(value.convertToFloat());
}

void collect(const llvm::Value& value, const llvm::Instruction& user, kernel_analysis& kernel, const type_pair& types,
             operation_tree& found) {
    if (const auto* const literal = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
        // LLVM itself computes in the narrow type where that type has all literals.
        llvm::APFloat rounded = literal->getValueAPF();
        bool is_rounded = false;
        rounded.convert(types.narrow->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &is_rounded);
        if (!rounded.isFinite() || rounded.isDenormal()) found.is_accidental = false;
        if (is_rounded && !found.place) {
            found.place = &user;
            found.literal = value_of(*literal);
        }
        return;
    }
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (const auto* const conversion = llvm::dyn_cast_or_null<llvm::FPExtInst>(instruction)) {
        found.has_narrow_number = true;
        found.is_accidental &= conversion->getSrcTy() == types.narrow && !is_written(*conversion, user, kernel, types.wide_name);
        return;
    }
    if (!instruction || !is_operation(*instruction)) {
        found.is_accidental = false;
        return;
    }
    if (!found.operations.insert(instruction).second) return;
    for (const llvm::Value* const operand : instruction->operands())
        if (operand->getType() == types.wide) collect(*operand, *instruction, kernel, types, found);
}

}  // namespace

std::vector<rounded_arithmetic> find_rounded_arithmetic(kernel_analysis& kernel, const type_pair& types) {
    std::vector<rounded_arithmetic> all;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel.function())) {
        const auto* const rounding = llvm::dyn_cast<llvm::FPTruncInst>(&instruction);
        if (!rounding || rounding->getSrcTy() != types.wide || rounding->getDestTy() != types.narrow) continue;
        operation_tree found;
        collect(*rounding->getOperand(0), instruction, kernel, types, found);
        if (found.is_accidental && found.has_narrow_number && found.place && !found.operations.empty())
            all.push_back({found.place, found.literal, found.operations.size()});
    }
    return all;
}

}  // namespace ingot::compiler::advice
