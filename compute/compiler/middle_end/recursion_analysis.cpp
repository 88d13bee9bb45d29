#include "recursion_analysis.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/DomConditionCache.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/WithCache.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

namespace ingot::compiler {

namespace {

// Returns the range in which a value lies if a branch condition is true, or, without `is_true`, if the condition is false.
llvm::ConstantRange range_by_condition(const llvm::Value* value, llvm::Value* condition, bool is_true) {
    using namespace llvm::PatternMatch;
    const unsigned bits = value->getType()->getIntegerBitWidth();
    llvm::Value* first = nullptr;
    llvm::Value* second = nullptr;
    if (is_true ? match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))
                : match(condition, m_LogicalOr(m_Value(first), m_Value(second))))
        return range_by_condition(value, first, is_true)
            .intersectWith(range_by_condition(value, second, is_true), llvm::ConstantRange::Unsigned);
    const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
    const auto* const limit = comparison ? llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1)) : nullptr;
    if (!limit || comparison->getOperand(0) != value) return llvm::ConstantRange::getFull(bits);
    return llvm::ConstantRange::makeAllowedICmpRegion(is_true ? comparison->getPredicate() : comparison->getInversePredicate(),
                                                      limit->getValue());
}

// Returns the range of a value in a block. It follows from the conditions of branches that every path to the block takes in
// the same direction. Unlike LLVM's analysis of ranges, this also applies a condition before a loop to the blocks in the
// loop and after it.
llvm::ConstantRange range_by_branches(const llvm::Value* value, const llvm::BasicBlock* block, const llvm::DominatorTree& tree) {
    llvm::ConstantRange range = llvm::ConstantRange::getFull(value->getType()->getIntegerBitWidth());
    const auto* node = tree.getNode(block);
    for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
        const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
        if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
        for (const bool is_true : {true, false})
            if (tree.dominates({node->getBlock(), branch->getSuccessor(is_true ? 0 : 1)}, block))
                range = range.intersectWith(range_by_condition(value, branch->getCondition(), is_true),
                                            llvm::ConstantRange::Unsigned);
    }
    return range;
}

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

// Proves that a value is smaller than an argument. Use a new object for each value.
class countdown {
public:
    countdown(llvm::FunctionAnalysisManager& analyses, const llvm::Argument& argument)
        : analyses_(analyses), argument_(argument) {}

    // Returns whether the value is smaller than the argument and not below zero. The value must be a sum `x + step`
    // with a negative constant step, where x is at most the argument and at least -step.
    bool is_lower(llvm::Value* value) {
        auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
        if (!sum || sum->getOpcode() != llvm::Instruction::Add) return false;
        const auto* step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
        if (!step || !step->getValue().isNegative() || !is_at_most(sum->getOperand(0))) return false;
        return range_at(sum->getOperand(0), *sum, analyses_).getUnsignedMin().uge(-step->getValue());
    }

private:
    // Returns whether the value is at most the argument. A phi is at most the argument if each of its incoming values is.
    // The phi of a loop reaches itself again; there it is assumed to be at most the argument.
    bool is_at_most(llvm::Value* value) {
        if (value == &argument_ || !visited_.insert(value).second) return true;
        const bool is = llvm::isa<llvm::PHINode>(value)
                            ? llvm::all_of(llvm::cast<llvm::PHINode>(value)->incoming_values(),
                                           [&](llvm::Value* incoming) { return is_at_most(incoming); })
                            : is_lower(value);
        if (!is) visited_.erase(value);
        return is;
    }

    llvm::FunctionAnalysisManager& analyses_;
    const llvm::Argument& argument_;
    llvm::SmallPtrSet<llvm::Value*, 8> visited_;
};

// Returns the greatest number that an outer call can pass for an argument. The analysis of the caller limits the number, and
// so does the range that note_argument_ranges attached to the call before inlining, if there is one.
uint64_t largest_argument(llvm::CallInst& call, unsigned index, llvm::FunctionAnalysisManager& analyses) {
    llvm::ConstantRange range = range_at(call.getArgOperand(index), call, analyses);
    if (const llvm::Attribute noted = call.getParamAttr(index, llvm::Attribute::Range); noted.isValid())
        range = range.intersectWith(noted.getRange(), llvm::ConstantRange::Unsigned);
    return range.isEmptySet() ? 0 : range.getUnsignedMax().getLimitedValue();
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
    auto& tree = analyses.getResult<llvm::DominatorTreeAnalysis>(*place.getFunction());
    // The bits of a value may follow from a branch on one of its operands: (7 ^ x) has three bits where x < 8.
    llvm::DomConditionCache conditions;
    for (llvm::BasicBlock& block : *place.getFunction())
        if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator()); branch && branch->isConditional())
            conditions.registerBranch(branch);
    const llvm::SimplifyQuery query(place.getModule()->getDataLayout(), nullptr, &tree, nullptr, &place, true, true, &conditions);
    const llvm::ConstantRange by_bits =
        llvm::computeConstantRangeIncludingKnownBits(llvm::WithCache<const llvm::Value*>(value), false, query);
    return by_bits.intersectWith(ranges.getConstantRange(value, &place, false), llvm::ConstantRange::Unsigned)
        .intersectWith(range_by_branches(value, place.getParent(), tree), llvm::ConstantRange::Unsigned);
}

std::optional<bounded_recursion> find_bounded_recursion(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    std::optional<bounded_recursion> found = find_calls(function);
    if (!found) return std::nullopt;
    for (const llvm::Argument& argument : function.args()) {
        if (!argument.getType()->isIntegerTy() || argument.getType()->getIntegerBitWidth() > 64) continue;
        // Does this argument count down in every recursive call?
        const unsigned index = argument.getArgNo();
        if (!llvm::all_of(found->recursive_calls, [&](llvm::CallInst* call) {
                return countdown(analyses, argument).is_lower(call->getArgOperand(index));
            }))
            continue;
        // The depth is at most the greatest number from which an outer call starts to count.
        found->max_depth = 1;
        for (llvm::CallInst* call : found->outer_calls)
            found->max_depth = std::max(found->max_depth, largest_argument(*call, index, analyses));
        if (found->max_depth <= greatest_recursion_depth) return found;
    }
    return std::nullopt;
}

}  // namespace ingot::compiler
