#include "rounded_arithmetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

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

// A literal as an operand.
struct used_literal {
    const llvm::Instruction* user;
    double magnitude;  // LLVM turns x - 0.1 into x + -0.1
    bool is_rounded;   // is no number of the narrow type
};

// The operations that end with one rounding.
struct operation_tree {
    std::vector<used_literal> literals {};
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
        found.literals.push_back({&user, std::abs(value_of(*literal)), is_rounded});
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

// Returns the value of a literal of the wide type in the source, or nothing.
std::optional<double> wide_value(const source_token& token, const type_pair& types) {
    if (token.type != source_token::kind::number) return {};
    std::string digits;
    for (const char c : token.text)
        if (c != '\'') digits += c;
    if (types.wide_suffix != 0 && digits.back() == types.wide_suffix) digits.pop_back();
    if (digits.find('.') == std::string::npos && digits.find_first_of("eE") == std::string::npos) return {};
    if (digits.starts_with("0x") || digits.starts_with("0X")) return {};
    char* end = nullptr;
    const double value =
        types.wide->isDoubleTy() ? std::strtod(digits.c_str(), &end) : static_cast<double>(std::strtof(digits.c_str(), &end));
    return *end == 0 ? std::optional(value) : std::nullopt;
}

// Is the code in an instance of a template for the narrow type? The literal may be right in another instance.
bool is_instance_for(const llvm::Instruction& instruction, std::string_view type, const kernel_analysis& kernel) {
    const std::string function = kernel.authors_function(instruction);
    const size_t arguments = function.find('<');
    return arguments != std::string::npos && function.find(type, arguments) != std::string::npos;
}

// C++ has no literals of half.
bool can_have_suffix(const source_location& place, const type_pair& types) {
    return !types.narrow->isHalfTy() || place.file.ends_with(".metal");
}

// Returns edits that give the literals of the operations the narrow type. Returns none if one of them is not found, or if their
// type matters elsewhere.
std::vector<text_edit> edits_for(const operation_tree& tree, const llvm::Instruction& rounding, kernel_analysis& kernel,
                                 const type_pair& types) {
    const auto is_in_tree = [&](const llvm::User* user) {
        const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
        return instruction && (tree.operations.contains(instruction) || instruction == &rounding);
    };
    for (const llvm::Instruction* const each : tree.operations)
        if (!llvm::all_of(each->users(), is_in_tree) || is_instance_for(*each, types.narrow_name, kernel)) return {};
    const std::optional<source_location> first = kernel.location_of(*tree.place);
    if (!first || !can_have_suffix(*first, types)) return {};
    const source_tokens tokens = kernel.tokens_of(*first);
    // How often the operations use a value in a statement, and whether the narrow type lacks it.
    std::map<std::tuple<size_t, size_t, double>, std::pair<size_t, bool>> uses;
    for (const used_literal& each : tree.literals) {
        const std::optional<source_location> place = kernel.location_of(*each.user);
        const std::optional<size_t> index = place && place->file == first->file ? tokens.at(*place) : std::nullopt;
        if (!index) return {};
        const auto [begin, end] = tokens.statement_of(*index);
        auto& [count, is_rounded] = uses[{begin, end, each.magnitude}];
        ++count;
        is_rounded |= each.is_rounded;
    }
    std::vector<text_edit> edits;
    for (const auto& [place, use] : uses) {
        const auto& [begin, end, value] = place;
        std::vector<size_t> found;
        for (size_t i = begin; i < end; ++i)
            if (wide_value(tokens[i], types) == value) found.push_back(i);
        // More of them than are used: others are operands of something else.
        const bool is_known = !found.empty() && found.size() <= use.first;
        if (!is_known && use.second) return {};
        if (!is_known) continue;
        for (const size_t each : found) {
            std::string text = tokens[each].text;
            if (text.back() == types.wide_suffix) text.pop_back();
            edits.push_back(tokens.replace(each, each + 1, text + types.suffix));
        }
    }
    std::ranges::sort(edits, {}, [](const text_edit& each) { return std::pair(each.place.line, each.place.column); });
    return edits;
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
            all.push_back({found.place, found.literal, found.operations.size(), edits_for(found, instruction, kernel, types)});
    }
    return all;
}

std::optional<fix> fix_of(const rounded_arithmetic& found) {
    if (found.edits.empty()) return {};
    return fix {fmt::format("write {}", fmt::join(found.edits | std::views::transform(&text_edit::text), ", ")), found.edits};
}

}  // namespace ingot::compiler::advice
