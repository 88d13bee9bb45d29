// Which values are computed in a loop and used after it. lavapipe needs them to be written in a special form (docs/vulkan.md).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>

#include "../../middle_end/region_tree.hpp"

namespace ingot::compiler::vulkan {

/// What is computed in one loop of a region tree and used after the loop.
struct values_after_loop {
    llvm::SmallSetVector<const llvm::Instruction*, 8> results;  ///< results of instructions and of phis
    llvm::SmallSetVector<const llvm::PHINode*, 8> phis;         ///< phis after the loop, for which the loop has an edge
    bool empty() const { return results.empty() && phis.empty(); }
};

struct loop_values {
    llvm::DenseMap<const region*, values_after_loop> after;  ///< by the regions of the loops; without empty ones
    /// Each result that is used after a loop, and the innermost loop around the instruction.
    llvm::DenseMap<const llvm::Value*, const region*> homes;
};

/// The result refers to the regions of the tree.
loop_values find_loop_values(const region_list& tree, llvm::Function& function);

}  // namespace ingot::compiler::vulkan
