#include "bounded_recursion.hpp"

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

// Each level keeps what it needs in an array on the work-item's stack: std::sort goes at most 126 deep.
constexpr uint64_t deepest_allowed = 256;

std::optional<bounded_recursion> find_calls(llvm::Function& function) {
    bounded_recursion found;
    for (const llvm::Use& use : function.uses()) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
        if (!call || !call->isCallee(&use)) return std::nullopt;  // its address is taken
        (call->getFunction() == &function ? found.inner : found.outer).push_back(call);
    }
    if (found.inner.empty() || found.outer.empty()) return std::nullopt;
    // One that calls another in a circle is not looked at.
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
            if (const llvm::Function* callee = call->getCalledFunction();
                !callee || (!callee->isDeclaration() && callee != &function))
                return std::nullopt;
    return found;
}

class countdown {
public:
    countdown(llvm::LazyValueInfo& of, const llvm::Argument& counted) : ranges(of), argument(counted) {}

    // A number that is smaller than the argument: one that is at most the argument, minus a constant that it is not below.
    bool is_lower(llvm::Value* value) {
        auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
        if (!sum || sum->getOpcode() != llvm::Instruction::Add) return false;
        const auto* step = llvm::dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
        if (!step || !step->getValue().isNegative() || !is_at_most(sum->getOperand(0))) return false;
        const llvm::ConstantRange before = ranges.getConstantRange(sum->getOperand(0), sum, false);
        return before.getUnsignedMin().uge(-step->getValue());
    }

private:
    // A choice between numbers that are at most the argument is one itself; a loop comes back to its own choice.
    bool is_at_most(llvm::Value* value) {
        if (value == &argument || !seen.insert(value).second) return true;
        const bool is = llvm::isa<llvm::PHINode>(value)
                            ? llvm::all_of(llvm::cast<llvm::PHINode>(value)->incoming_values(),
                                           [&](llvm::Value* incoming) { return is_at_most(incoming); })
                            : is_lower(value);
        if (!is) seen.erase(value);
        return is;
    }

    llvm::LazyValueInfo& ranges;
    const llvm::Argument& argument;
    llvm::SmallPtrSet<llvm::Value*, 8> seen;
};

// As far as is seen here, or was noted at the call before inlining.
uint64_t largest_argument(llvm::CallInst& call, unsigned index, llvm::FunctionAnalysisManager& analyses) {
    llvm::ConstantRange known = range_at(call.getArgOperand(index), call, analyses);
    if (const llvm::Attribute noted = call.getParamAttr(index, llvm::Attribute::Range); noted.isValid())
        known = known.intersectWith(noted.getRange(), llvm::ConstantRange::Unsigned);
    return known.isEmptySet() ? 0 : known.getUnsignedMax().getLimitedValue();
}

}  // namespace

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
        const unsigned index = argument.getArgNo();
        if (!llvm::all_of(found->inner,
                          [&](llvm::CallInst* call) { return countdown(ranges, argument).is_lower(call->getArgOperand(index)); }))
            continue;
        found->deepest = 1;
        for (llvm::CallInst* call : found->outer)
            found->deepest = std::max(found->deepest, largest_argument(*call, index, analyses));
        if (found->deepest <= deepest_allowed) return found;
    }
    return std::nullopt;
}

}  // namespace ingot::compiler
