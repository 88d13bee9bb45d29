// Inlines functions that call each other in a cycle into one of them, which then calls itself:
//   define internal i1 @is_even(i32 %n) {
//     …
//     %r = call i1 @is_odd(i32 %less)
//   define internal i1 @is_odd(i32 %n) {
//     …
//     %r = call i1 @is_even(i32 %less)
// becomes
//   define internal i1 @is_even(i32 %n) {
//     …
//     %r = call i1 @is_even(i32 %less.1)
// turn_recursion_into_loops can then turn the function into a loop. The cycles must have a function in common: all
// other functions of the cycles are inlined into that one. Otherwise the functions stay, and are reported as errors.
//
// The pass also changes recursive functions that take a struct by value. Such a function then takes a pointer to a struct,
// and copies the struct to a variable of its own, which turn_recursion_into_loops keeps for each level (struct_copies.hpp).
//
// The functions in a cycle are a strongly connected component of the call graph (Tarjan 1972).
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SCCIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "passes.hpp"
#include "struct_copies.hpp"

namespace ingot::compiler {

namespace {

using function_set = llvm::SmallSetVector<llvm::Function*, 8>;

// Returns the calls in `function` that call one of `callees`.
llvm::SmallVector<llvm::CallInst*> calls_of(llvm::Function& function, const function_set& callees) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && callees.contains(call->getCalledFunction()))
            calls.push_back(call);
    return calls;
}

bool is_called_from_outside(const llvm::Function& function, const function_set& cycle) {
    return llvm::any_of(function.users(), [&](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        return !call || !cycle.contains(const_cast<llvm::Function*>(call->getFunction()));
    });
}

// Orders functions so that each one comes after those that it calls. Returns nothing if they call each other in a
// cycle.
std::optional<llvm::SmallVector<llvm::Function*>> callees_first(const function_set& functions) {
    llvm::SmallVector<llvm::Function*> ordered;
    function_set open = functions;
    while (!open.empty()) {
        const auto* const next = llvm::find_if(open, [&](llvm::Function* each) { return calls_of(*each, open).empty(); });
        if (next == open.end()) return std::nullopt;
        ordered.push_back(*next);
        open.remove(*next);
    }
    return ordered;
}

// Inlines the functions of a cycle into one of them.
void merge(const function_set& cycle) {
    function_set candidates;
    for (llvm::Function* each : cycle)
        if (is_called_from_outside(*each, cycle)) candidates.insert(each);
    candidates.insert_range(cycle);
    for (llvm::Function* root : candidates) {
        function_set others = cycle;
        others.remove(root);
        const auto ordered = callees_first(others);
        if (!ordered) continue;
        for (llvm::Function* callee : *ordered)
            for (llvm::Function* caller : cycle)
                for (llvm::CallInst* call : calls_of(*caller, function_set(llvm::from_range, llvm::ArrayRef {callee}))) {
                    llvm::InlineFunctionInfo info;
                    llvm::InlineFunction(*call, info);
                }
        return;
    }
}

}  // namespace

llvm::PreservedAnalyses merge_recursive_functions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::SmallVector<function_set> cycles;
    function_set recursive;
    const llvm::CallGraph graph(module);
    for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        function_set cycle;
        for (const llvm::CallGraphNode* node : *component)
            if (llvm::Function* function = node->getFunction(); function && !function->isDeclaration()) cycle.insert(function);
        if (component.hasCycle()) recursive.insert_range(cycle);
        if (cycle.size() > 1) cycles.push_back(std::move(cycle));
    }
    for (llvm::Function* function : recursive)
        if (is_only_called(*function)) pass_structs_by_pointer(*function);
    for (const function_set& cycle : cycles) merge(cycle);
    return recursive.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
