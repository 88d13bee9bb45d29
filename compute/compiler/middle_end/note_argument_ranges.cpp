// Attaches to each call of a recursive function from a function that is not recursive the ranges of the integer arguments, if
// the caller's code limits them:
//   call void @sort(ptr %first, ptr %last, i64 %depth)
// becomes
//   call void @sort(ptr %first, ptr %last, i64 range(i64 0, 127) %depth)
// recursion_analysis.hpp derives the greatest depth of the recursion from these ranges.
//
// The pass runs before inlining and analyses each caller alone, in a copy into which the functions that it calls are
// inlined. In this copy, a check in front of the call (such as `first != last`) and the computation of the argument (such as
// `last - first`) use the same values. After inlining into a kernel, the pointers are sums of other values, and LLVM no
// longer recognises that the check limits the argument.
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "passes.hpp"
#include "recursion_analysis.hpp"

namespace ingot::compiler {

namespace {

// The maximum number of calls that are inlined into one caller. A library function that begins a recursion is short and
// needs far fewer.
constexpr unsigned max_inlined_calls = 1024;

// A copy of a caller, to be simplified and analysed. The object erases the copy, and the results of its analyses, when
// it is destroyed.
class copied_caller {
public:
    copied_caller(llvm::Function& caller, llvm::ArrayRef<llvm::CallInst*> calls, llvm::FunctionAnalysisManager& analyses)
        : analyses_(analyses) {
        llvm::ValueToValueMapTy values;
        copy_ = llvm::CloneFunction(&caller, values);
        copy_->setLinkage(llvm::GlobalValue::InternalLinkage);
        for (llvm::CallInst* call : calls) copies_.emplace_back(values[call]);
    }
    copied_caller(const copied_caller&) = delete;
    copied_caller& operator=(const copied_caller&) = delete;
    ~copied_caller() {
        analyses_.clear(*copy_, copy_->getName());
        copy_->eraseFromParent();
    }

    // Inlines all calls of functions that are not in `recursive`, and simplifies the result.
    void simplify(const llvm::SmallPtrSetImpl<llvm::Function*>& recursive) {
        for (unsigned i = 0; i < max_inlined_calls; ++i)
            if (!inline_one(recursive)) break;
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        for (int i = 0; i < 2; ++i) {  // the second run sees comparisons in their shortest form
            passes.addPass(llvm::EarlyCSEPass());
            passes.addPass(llvm::CorrelatedValuePropagationPass());
            passes.addPass(llvm::SimplifyCFGPass());
            passes.addPass(llvm::InstCombinePass());
        }
        passes.run(*copy_, analyses_);
        analyses_.clear(*copy_, copy_->getName());
    }

    // Returns the range of an argument of one of the calls. Returns nothing if simplification removed the call.
    std::optional<llvm::ConstantRange> range(size_t call, unsigned argument) const {
        auto* const copied_call = llvm::dyn_cast_or_null<llvm::CallInst>(copies_[call]);
        if (!copied_call || copied_call->getFunction() != copy_) return std::nullopt;
        return range_at(copied_call->getArgOperand(argument), *copied_call, analyses_);
    }

private:
    // Inlines one call of a function with a body that is not recursive. Returns false if there is none.
    bool inline_one(const llvm::SmallPtrSetImpl<llvm::Function*>& recursive) {
        for (llvm::Instruction& instruction : llvm::instructions(*copy_)) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || callee->isDeclaration() || recursive.contains(callee)) continue;
            llvm::InlineFunctionInfo info;
            if (llvm::InlineFunction(*call, info).isSuccess()) return true;
        }
        return false;
    }

    llvm::FunctionAnalysisManager& analyses_;
    llvm::Function* copy_ = nullptr;
    std::vector<llvm::WeakTrackingVH> copies_;  // of the calls; null if simplification removed the call
};

// Attaches ranges to the arguments of the calls of recursive functions in one caller.
void note_ranges_in(llvm::Function& caller, const llvm::SmallPtrSetImpl<llvm::Function*>& recursive,
                    llvm::FunctionAnalysisManager& analyses) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(caller))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && recursive.contains(call->getCalledFunction()))
            calls.push_back(call);
    copied_caller copy(caller, calls, analyses);
    copy.simplify(recursive);
    for (size_t i = 0; i < calls.size(); ++i)
        for (unsigned argument = 0; argument < calls[i]->arg_size(); ++argument) {
            if (!calls[i]->getArgOperand(argument)->getType()->isIntegerTy()) continue;
            const std::optional<llvm::ConstantRange> range = copy.range(i, argument);
            if (range && !range->isFullSet() && !range->isEmptySet())
                calls[i]->addParamAttr(argument, llvm::Attribute::get(caller.getContext(), llvm::Attribute::Range, *range));
        }
}

}  // namespace

llvm::PreservedAnalyses note_argument_ranges::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    // Find the recursive functions, and the other functions that call them.
    llvm::SmallPtrSet<llvm::Function*, 8> recursive;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && calls_itself(function)) recursive.insert(&function);
    llvm::SmallSetVector<llvm::Function*, 8> callers;
    for (llvm::Function& function : module)
        if (recursive.contains(&function))
            for (llvm::User* user : function.users())
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && !recursive.contains(call->getFunction()))
                    callers.insert(call->getFunction());
    auto& function_analyses = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function* caller : callers) note_ranges_in(*caller, recursive, function_analyses);
    return callers.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
