// Replaces branches that neighbouring work-items take differently by masks.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "divergent_control.hpp"

namespace ingot::compiler::cpu {

/// Functions that linearise() calls and widen_regions() replaces. The first one returns whether its argument is true in any lane.
/// The argument of the second one says for each lane whether it is active in the block.
inline constexpr llvm::StringLiteral any_lane = "ingot_cpu_any_lane";
inline constexpr llvm::StringLiteral set_mask = "ingot_cpu_set_mask";

/// Returns whether an instruction calls one of these functions.
inline bool calls(const llvm::Instruction& instruction, llvm::StringRef name) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

/// Brings a region into the form that divergent_control needs, and drops what LLVM knows about values only because a work-item
/// that comes to them takes a certain way: a lane that waits there has other values.
void prepare_for_masks(llvm::Function& region);

/// Makes all branches of a prepared region uniform. The blocks between a divergent branch and the place where the lanes meet
/// again follow each other, and each of them has a mask. From
///   entry:
///     br i1 %is_large, label %large, label %join
///   large:
///     %v = load float, ptr %p
///     br label %join
///   join:
///     %r = phi float [ %v, %large ], [ 0.0, %entry ]
/// it makes
///   entry:
///     %any = call i1 @ingot_cpu_any_lane(i1 %is_large)
///     br i1 %any, label %large, label %join
///   large:
///     call void @ingot_cpu_set_mask(i1 %is_large)
///     %v = load float, ptr %p
///     %blend = select i1 %is_large, float %v, float 0.0
///     br label %join
///   join:
///     %r = phi float [ %blend, %large ], [ 0.0, %entry ]
/// A loop runs until no lane is active in it. What accesses memory, or may not run for lanes that are not active, must be widened
/// with the mask of its block; such a block runs only if at least one lane is active. Returns false, and leaves the region as it
/// is, if it cannot have such a form. Otherwise `control` becomes invalid.
bool linearise(llvm::Function& region, const divergent_control& control);

}  // namespace ingot::compiler::cpu
