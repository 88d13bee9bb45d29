#include "recursion_analysis.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/WithCache.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace ingot::compiler {

namespace {

// Each level keeps its values in arrays on the work-item's stack. The recursion of std::sort is at most 126 levels
// deep.
constexpr uint64_t depth_limit = 256;

// Returns all calls of a recursive function, without the depth of the recursion.
std::optional<bounded_recursion> find_calls(llvm::Function& function) {
    bounded_recursion found;
    for (const llvm::Use& use : function.uses()) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
        if (!call || !call->isCallee(&use)) return std::nullopt;  // the function's address is taken
        (call->getFunction() == &function ? found.recursive_calls : found.outer_calls).push_back(call);
    }
    if (found.recursive_calls.empty() || found.outer_calls.empty()) return std::nullopt;
    // Functions that call each other in a cycle are not supported.
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
            if (const llvm::Function* callee = call->getCalledFunction();
                !callee || (!callee->isDeclaration() && callee != &function))
                return std::nullopt;
    return found;
}

// Proves that a value is smaller than an argument. One object proves one value.
class countdown {
public:
    countdown(llvm::LazyValueInfo& ranges, const llvm::Argument& argument) : ranges_(ranges), argument_(argument) {}

    // Returns whether the value is smaller than the argument and not below zero. The value must be a sum `x + step`
    // with a negative constant step, where x is at most the argument and at least -step.
    bool is_lower(llvm::Value* value) {
        auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
        if (!sum || sum->getOpcode() != llvm::Instruction::Add) return false;
        const auto* step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
        if (!step || !step->getValue().isNegative() || !is_at_most(sum->getOperand(0))) return false;
        const llvm::ConstantRange summand = ranges_.getConstantRange(sum->getOperand(0), sum, false);
        return summand.getUnsignedMin().uge(-step->getValue());
    }

private:
    // Returns whether the value is at most the argument. A phi is if each of its incoming values is; a phi of a loop
    // reaches itself again and is assumed to be at most the argument there.
    bool is_at_most(llvm::Value* value) {
        if (value == &argument_ || !seen_.insert(value).second) return true;
        const bool is = llvm::isa<llvm::PHINode>(value)
                            ? llvm::all_of(llvm::cast<llvm::PHINode>(value)->incoming_values(),
                                           [&](llvm::Value* incoming) { return is_at_most(incoming); })
                            : is_lower(value);
        if (!is) seen_.erase(value);
        return is;
    }

    llvm::LazyValueInfo& ranges_;
    const llvm::Argument& argument_;
    llvm::SmallPtrSet<llvm::Value*, 8> seen_;
};

// Returns the greatest number that an outer call can pass for an argument: by the analysis of the caller, or by the
// range that note_argument_ranges attached to the call before inlining.
uint64_t largest_argument(llvm::CallInst& call, unsigned index, llvm::FunctionAnalysisManager& analyses) {
    llvm::ConstantRange known = range_at(call.getArgOperand(index), call, analyses);
    if (const llvm::Attribute noted = call.getParamAttr(index, llvm::Attribute::Range); noted.isValid())
        known = known.intersectWith(noted.getRange(), llvm::ConstantRange::Unsigned);
    return known.isEmptySet() ? 0 : known.getUnsignedMax().getLimitedValue();
}

}  // namespace

bool calls_itself(const llvm::Function& function) {
    return llvm::any_of(function.users(), [&](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        return call && call->getFunction() == &function;
    });
}

bool is_loop_candidate(const llvm::Function& function) {
    return !function.isDeclaration() && function.hasLocalLinkage() &&
           llvm::none_of(function.args(), [](const llvm::Argument& each) { return each.hasPassPointeeByValueCopyAttr(); });
}

llvm::ConstantRange range_at(llvm::Value* value, llvm::Instruction& place, llvm::FunctionAnalysisManager& analyses) {
    auto& ranges = analyses.getResult<llvm::LazyValueAnalysis>(*place.getFunction());
    const llvm::SimplifyQuery query(place.getModule()->getDataLayout(), &place);
    const llvm::ConstantRange by_bits =
        llvm::computeConstantRangeIncludingKnownBits(llvm::WithCache<const llvm::Value*>(value), false, query);
    return by_bits.intersectWith(ranges.getConstantRange(value, &place, false), llvm::ConstantRange::Unsigned);
}

std::optional<bounded_recursion> find_bounded_recursion(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::optional<bounded_recursion> found = find_calls(function);
    if (!found) return std::nullopt;
    auto& ranges = analyses.getResult<llvm::LazyValueAnalysis>(function);
    for (const llvm::Argument& argument : function.args()) {
        if (!argument.getType()->isIntegerTy() || argument.getType()->getIntegerBitWidth() > 64) continue;
        // Does this argument count down in every recursive call?
        const unsigned index = argument.getArgNo();
        if (!llvm::all_of(found->recursive_calls,
                          [&](llvm::CallInst* call) { return countdown(ranges, argument).is_lower(call->getArgOperand(index)); }))
            continue;
        // The depth is at most the greatest number from which an outer call starts to count.
        found->max_depth = 1;
        for (llvm::CallInst* call : found->outer_calls)
            found->max_depth = std::max(found->max_depth, largest_argument(*call, index, analyses));
        if (found->max_depth <= depth_limit) return found;
    }
    return std::nullopt;
}

}  // namespace ingot::compiler
