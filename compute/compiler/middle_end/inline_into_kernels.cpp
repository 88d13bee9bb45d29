// Inlines all functions with a body into the kernels' entries:
//   define void @ingot_entry_scale(ptr %arguments) {
//     %r = call i32 @apply(ptr @twice, i32 7)          ; @apply calls its first argument, @twice multiplies by 2
//     store i32 %r, ptr %result
// becomes
//     store i32 14, ptr %result
// A call through a pointer can be inlined only after simplification has found the function that it calls. So the pass
// repeats inlining and simplification until no call is left that it can inline, at most `max_rounds` times. Calls through
// constant tables of functions become direct calls (call_from_tables.cpp). Recursive functions and kept functions
// (kept_functions.hpp) are never inlined.
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "call_from_tables.hpp"
#include "kept_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The maximum number of rounds of inlining and simplification. In code that people write, chains of calls through pointers
// are shorter.
constexpr int max_rounds = 16;

// Returns whether a function that is visible from outside (an entry) or kept still calls a function that is neither
// kept nor a declaration.
bool calls_defined_function(const llvm::Module& module) {
    return llvm::any_of(module, [](const llvm::Function& function) {
        const bool is_checked = !function.hasLocalLinkage() || function.hasFnAttribute(kept_function);
        return is_checked && llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
                   return called_definition(instruction) && !called_kept_function(instruction);
               });
    });
}

}  // namespace

llvm::PreservedAnalyses inline_into_kernels::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    if (!calls_defined_function(module)) return llvm::PreservedAnalyses::all();
    // Clang keeps each variable in memory. Inlining copies a function into each of its callers, so that it is faster to
    // make the functions small before.
    llvm::FunctionPassManager shrink;
    shrink.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    shrink.addPass(llvm::EarlyCSEPass());
    llvm::createModuleToFunctionPassAdaptor(std::move(shrink)).run(module, analyses);

    llvm::ModulePassManager simplification;
    simplification.addPass(llvm::GlobalDCEPass());
    llvm::FunctionPassManager simplify;
    simplify.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    simplify.addPass(llvm::EarlyCSEPass(true));
    simplify.addPass(llvm::InstCombinePass());
    simplification.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));

    for (int round = 0; round < max_rounds; ++round) {
        const llvm::PreservedAnalyses preserved = llvm::AlwaysInlinerPass().run(module, analyses);
        if (round > 0 && preserved.areAllPreserved()) break;  // the calls that are left cannot be inlined
        analyses.invalidate(module, preserved);
        simplification.run(module, analyses);
        if (replace_calls_from_tables(module)) {
            analyses.invalidate(module, llvm::PreservedAnalyses::none());
            continue;
        }
        if (!calls_defined_function(module)) break;
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
