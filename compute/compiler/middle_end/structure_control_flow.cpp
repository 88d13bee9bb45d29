// Changes functions so that their control flow can be written in a structured language (region_tree.hpp). Most functions are
// structured already and stay as they are. In
//   entry:  br i1 %c, label %first, label %second
//   first:  … br i1 %d, label %second, label %done        ; a loop with two entries
//   second: … br label %first
// the two entries become one, with a variable that says which block is meant.
//
// The order of LLVM's passes matters, and so does each of them: without `break-crit-edges`, fix-irreducible makes invalid phis,
// and structurizecfg computes wrong results with no warning. Random control flow (tests/compiler/regions) shows such faults; that
// each block is written once does not.
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/StructurizeCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/BreakCriticalEdges.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Utils/UnifyLoopExits.h>

#include <stdexcept>
#include <string>

#include "passes.hpp"
#include "region_tree.hpp"
#include "verify_module.hpp"

namespace ingot::compiler {

namespace {

// Runs a pass, and throws std::logic_error if the function is invalid afterwards.
template <typename Pass>
void run_checked(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, Pass pass) {
    analyses.invalidate(function, pass.run(function, analyses));
    move_records_behind_phis(function);
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (llvm::verifyFunction(function, &stream))
        throw std::logic_error("internal error: LLVM's pass " + Pass::name().str() + " made the function '" +
                               function.getName().str() + "' invalid: " + problems);
}

// Makes each `unreachable`, which is never executed, a return: structurizecfg requires that all paths end in one block.
void return_where_unreachable(llvm::Function& function) {
    llvm::Type* const type = function.getReturnType();
    for (llvm::BasicBlock& block : function) {
        auto* const never = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator());
        if (!never) continue;
        llvm::ReturnInst::Create(function.getContext(), type->isVoidTy() ? nullptr : llvm::PoisonValue::get(type),
                                 never->getIterator());
        never->eraseFromParent();
    }
}

// Replaces the body of a function by the body of a copy, and erases the copy.
void restore(llvm::Function& function, llvm::Function& copy) {
    for (unsigned i = 0; i < function.arg_size(); ++i) copy.getArg(i)->replaceAllUsesWith(function.getArg(i));
    function.deleteBody();
    function.splice(function.begin(), &copy);
    function.setLinkage(copy.getLinkage());
    function.setSubprogram(copy.getSubprogram());
    copy.eraseFromParent();
}

// Removes blocks that the passes before made and no one needs. Restores the function if it has no region tree afterwards.
void simplify(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::ValueToValueMapTy values;
    const llvm::GlobalValue::LinkageTypes linkage = function.getLinkage();
    llvm::Function* const copy = llvm::CloneFunction(&function, values);
    run_checked(function, analyses, llvm::SimplifyCFGPass());
    if (build_region_tree(function)) {
        copy->eraseFromParent();
        return;
    }
    restore(function, *copy);
    function.setLinkage(linkage);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
}

}  // namespace

llvm::PreservedAnalyses structure_control_flow::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const bool has_changed = llvm::removeUnreachableBlocks(function);
    if (has_changed) analyses.invalidate(function, llvm::PreservedAnalyses::none());
    if (build_region_tree(function)) return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
    return_where_unreachable(function);
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    run_checked(function, analyses, llvm::LowerSwitchPass());
    run_checked(function, analyses, llvm::UnifyFunctionExitNodesPass());
    run_checked(function, analyses, llvm::BreakCriticalEdgesPass());
    run_checked(function, analyses, llvm::FixIrreduciblePass());
    run_checked(function, analyses, llvm::UnifyLoopExitsPass());
    run_checked(function, analyses, llvm::StructurizeCFGPass());
    if (!build_region_tree(function))
        throw std::logic_error("internal error: the control flow of '" + function.getName().str() +
                               "' could not be structured; please report this defect of ingotc with the kernel file");
    simplify(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
