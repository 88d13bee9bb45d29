// TALK-30: an integer is divided by a number that is known only at run time.
#include <fmt/format.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>

#include "../kernel_analysis.hpp"
#include "../rule.hpp"

namespace ingot::compiler::advice {

namespace {

// Compilers divide narrower integers by floating-point numbers, with few instructions.
constexpr unsigned narrow_bits = 24;

bool is_division(const llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
        case llvm::Instruction::SDiv:
        case llvm::Instruction::UDiv:
        case llvm::Instruction::SRem:
        case llvm::Instruction::URem:
            return true;
        default:
            return false;
    }
}

// Is the division computed once for all work-items of a group? Some devices do that with one scalar instruction, and the host can
// compute it. A value that changes in a loop is not computed once.
bool is_computed_once(const llvm::Instruction& division, kernel_analysis& kernel) {
    if (!kernel.is_uniform(division)) return false;
    // A number that is the same in all iterations is read in a loop if the compiler cannot know that no store changes it.
    const auto is_counter = [&](const llvm::Value& value) {
        return llvm::isa<llvm::PHINode>(value) && kernel.evolution().isSCEVable(value.getType()) &&
               llvm::isa<llvm::SCEVAddRecExpr>(kernel.evolution().getSCEV(const_cast<llvm::Value*>(&value)));
    };
    return !kernel.loops().getLoopFor(division.getParent()) || !kernel.derives_from(division, is_counter, false);
}

// Is there a division of the same numbers before this one? Then this one costs a multiplication and a subtraction.
bool repeats_division(const llvm::Instruction& division, const std::vector<const llvm::Instruction*>& others,
                      const llvm::DominatorTree& dominators) {
    return llvm::any_of(others, [&](const llvm::Instruction* other) {
        return other->getOperand(0) == division.getOperand(0) && other->getOperand(1) == division.getOperand(1) &&
               (dominators.dominates(other->getParent(), division.getParent()) ||
                dominators.dominates(division.getParent(), other->getParent()));
    });
}

const llvm::Value& without_casts(const llvm::Value& value) {
    const llvm::Value* result = &value;
    while (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(result)) result = cast->getOperand(0);
    return *result;
}

// Does the kernel use its position in all three dimensions? Then there is none that a quotient could become.
bool uses_all_dimensions(const llvm::Function& function) {
    const auto uses = [&](unsigned dimension) {
        return llvm::any_of(llvm::instructions(function), [&](const auto& each) { return is_position(each, dimension); });
    };
    return uses(0) && uses(1) && uses(2);
}

}  // namespace

void find_integer_divisions(kernel_analysis& kernel, remark_list& found) {
    std::vector<const llvm::Instruction*> reported;
    for (const llvm::Instruction& division : llvm::instructions(kernel.function())) {
        if (!is_division(division) || !kernel.is_authors(division)) continue;
        const llvm::Value& denominator = *division.getOperand(1);
        if (llvm::isa<llvm::Constant>(denominator)) continue;
        const llvm::SimplifyQuery query(kernel.layout(), &kernel.dominators(), nullptr, &division);
        const unsigned bits = llvm::computeKnownBits(division.getOperand(0), query).countMaxActiveBits();
        const bool is_narrow =
            bits <= narrow_bits && llvm::computeKnownBits(&denominator, query).countMaxActiveBits() <= narrow_bits;
        if (is_narrow || llvm::isKnownToBeAPowerOfTwo(&denominator, kernel.layout(), true, nullptr, &division)) continue;
        if (is_computed_once(division, kernel) || repeats_division(division, reported, kernel.dominators())) continue;
        reported.push_back(&division);

        const bool is_remainder =
            division.getOpcode() == llvm::Instruction::SRem || division.getOpcode() == llvm::Instruction::URem;
        const std::string message = fmt::format(
            "the denominator of this {}-bit {} is known only at run time: most GPUs have no instruction for it, and the code "
            "that replaces it takes {} instructions",
            division.getType()->getIntegerBitWidth(), is_remainder ? "remainder" : "division",
            division.getType()->getIntegerBitWidth() > 32 ? "about 100" : "15 to 40");
        if (is_position(without_casts(*division.getOperand(0)), 0) && kernel.is_uniform(denominator) &&
            !uses_all_dimensions(kernel.function()))
            found.add(division, message,
                      "launch the kernel in one dimension more, and use both components of the position instead");
        else if (kernel.is_uniform(denominator))
            found.add(
                division, message,
                "make the denominator a constant, such as a template argument, or pass a factor and a shift that the host has "
                "computed from it");
        else
            found.add(division, message, "use powers of two and a shift, or divide as float if the numbers are less than 2^24");
    }
}

}  // namespace ingot::compiler::advice
