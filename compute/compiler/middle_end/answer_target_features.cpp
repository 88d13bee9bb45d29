// Replaces each call by which the language's headers ask whether the target has a feature by the answer, and removes the code
// that cannot be reached with this answer:
//   %has = call i1 @ingot_device_target_has(i32 0)     ; 0: target_feature::fuses_mad
//   br i1 %has, label %fused, label %separate
// becomes, if the target has the feature
//   br label %fused
// The blocks that only the other branch reached are erased.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <ingot/language/target_feature.hpp>

#include "../target.hpp"
#include "device_functions.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

bool has_feature(const target_traits& traits, const architecture_features& architecture, detail::target_feature feature) {
    switch (feature) {
        case detail::target_feature::fuses_mad:
            return traits.fuses_mad;
        case detail::target_feature::converts_half:
            return traits.converts_half;
        case detail::target_feature::stores_image_bytes:
            return traits.stores_image_bytes;
        case detail::target_feature::copies_asynchronously:
            return architecture.copies_asynchronously;
        case detail::target_feature::multiplies_half_tiles:
            return architecture.multiplies_half_tiles;
        case detail::target_feature::prefetches:
            return traits.prefetches;
        case detail::target_feature::multiplies_local_matrices:
            return architecture.multiplies_local_matrices;
        case detail::target_feature::has_32_sub_group_items:
            return traits.has_32_sub_group_items;
        case detail::target_feature::computes_packs:
            return traits.computes_packs;
    }
    return false;
}

}  // namespace

llvm::PreservedAnalyses answer_target_features::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* const question = module.getFunction((device_function_prefix + "target_has").str());
    if (!question) return llvm::PreservedAnalyses::all();
    llvm::SetVector<llvm::Function*> changed_functions;
    for (llvm::User* const user : llvm::make_early_inc_range(question->users())) {
        auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != question) continue;
        const auto* const feature = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
        if (!feature) continue;  // diagnose_unsupported reports it
        changed_functions.insert(call->getFunction());
        const bool answer = has_feature(traits_, architecture_, static_cast<detail::target_feature>(feature->getZExtValue()));
        const llvm::WeakVH rest(call);
        llvm::replaceAndRecursivelySimplify(call, llvm::ConstantInt::getBool(call->getType(), answer));
        if (rest) call->eraseFromParent();
    }
    for (llvm::Function* const function : changed_functions) {
        for (llvm::BasicBlock& block : *function) llvm::ConstantFoldTerminator(&block, true);
        llvm::removeUnreachableBlocks(*function);
    }
    if (question->use_empty()) question->eraseFromParent();
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
