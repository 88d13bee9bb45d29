// Notes at each call of a recursive function from elsewhere between which numbers its integer arguments lie:
//   call void @sort(ptr %first, ptr %last, i64 %depth)
// becomes
//   call void @sort(ptr %first, ptr %last, i64 range(i64 0, 127) %depth)
// The caller is looked at alone, with all inlined that it calls. What it asks before the call ("is the range empty?") then stands
// in the very words in which the number is computed; in a kernel, where the pointers are sums, the two are no longer alike.
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

#include "bounded_recursion.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// A caller in which more is inlined is not looked at: a library's function that begins a recursion is short.
constexpr unsigned most_inlined = 1024;

bool calls_itself(const llvm::Function& function) {
    return llvm::any_of(function.users(), [&](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        return call && call->getFunction() == &function;
    });
}

// A copy of a function that goes with this object.
class copied_caller {
public:
    copied_caller(llvm::Function& caller, llvm::ArrayRef<llvm::CallInst*> calls) {
        llvm::ValueToValueMapTy values;
        copy = llvm::CloneFunction(&caller, values);
        copy->setLinkage(llvm::GlobalValue::InternalLinkage);
        for (llvm::CallInst* call : calls) copies.emplace_back(values[call]);
    }
    copied_caller(const copied_caller&) = delete;
    copied_caller& operator=(const copied_caller&) = delete;
    ~copied_caller() { copy->eraseFromParent(); }

    void simplify(const llvm::SmallPtrSetImpl<llvm::Function*>& recursive, llvm::FunctionAnalysisManager& analyses) {
        for (unsigned i = 0; i < most_inlined; ++i)
            if (!inline_one(recursive)) break;
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        for (int i = 0; i < 2; ++i) {  // the second time with comparisons in their shortest form
            passes.addPass(llvm::EarlyCSEPass());
            passes.addPass(llvm::CorrelatedValuePropagationPass());
            passes.addPass(llvm::SimplifyCFGPass());
            passes.addPass(llvm::InstCombinePass());
        }
        passes.run(*copy, analyses);
        analyses.clear(*copy, copy->getName());
    }

    // The range of an argument of a call; nothing where the call is gone.
    std::optional<llvm::ConstantRange> range(size_t call, unsigned argument, llvm::FunctionAnalysisManager& analyses) const {
        auto* const at = llvm::dyn_cast_or_null<llvm::CallInst>(copies[call]);
        if (!at || at->getFunction() != copy) return std::nullopt;
        return range_at(at->getArgOperand(argument), *at, analyses);
    }

private:
    bool inline_one(const llvm::SmallPtrSetImpl<llvm::Function*>& recursive) {
        for (llvm::Instruction& instruction : llvm::instructions(*copy)) {
            auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
            llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
            if (!callee || callee->isDeclaration() || recursive.contains(callee)) continue;
            llvm::InlineFunctionInfo how;
            if (llvm::InlineFunction(*call, how).isSuccess()) return true;
        }
        return false;
    }

    llvm::Function* copy = nullptr;
    std::vector<llvm::WeakTrackingVH> copies;
};

void note(llvm::Function& caller, const llvm::SmallPtrSetImpl<llvm::Function*>& recursive,
          llvm::FunctionAnalysisManager& analyses) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(caller))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && recursive.contains(call->getCalledFunction()))
            calls.push_back(call);
    copied_caller alone(caller, calls);
    alone.simplify(recursive, analyses);
    for (size_t i = 0; i < calls.size(); ++i)
        for (unsigned argument = 0; argument < calls[i]->arg_size(); ++argument) {
            if (!calls[i]->getArgOperand(argument)->getType()->isIntegerTy()) continue;
            const std::optional<llvm::ConstantRange> known = alone.range(i, argument, analyses);
            if (known && !known->isFullSet() && !known->isEmptySet())
                calls[i]->addParamAttr(argument, llvm::Attribute::get(caller.getContext(), llvm::Attribute::Range, *known));
        }
}

}  // namespace

llvm::PreservedAnalyses note_argument_ranges::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::SmallPtrSet<llvm::Function*, 8> recursive;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && calls_itself(function)) recursive.insert(&function);
    llvm::SmallSetVector<llvm::Function*, 8> callers;
    for (llvm::Function& function : module)
        if (recursive.contains(&function))
            for (llvm::User* user : function.users())
                if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && !recursive.contains(call->getFunction()))
                    callers.insert(call->getFunction());
    auto& of_functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function* caller : callers) note(*caller, recursive, of_functions);
    return callers.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
