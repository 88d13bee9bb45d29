// Runs small LLVM functions of integers: along their blocks, or along a region tree.
#pragma once

#include <llvm/IR/Function.h>

#include <compiler/middle_end/region_tree.hpp>
#include <cstdint>

namespace ingot::tests {

/// The result of a run.
struct run_result {
    uint32_t value = 0;      ///< the word to which the function's argument points, at the end
    size_t blocks = 0;       ///< the number of blocks that were executed
    bool has_ended = false;  ///< false if the run was stopped after too many blocks
};

/// Runs a function `void(ptr addrspace(1))` along its blocks. The argument points to a word with the value `input`.
run_result run_blocks(const llvm::Function& function, uint32_t input);

/// Runs the function along its region tree.
run_result run_regions(const llvm::Function& function, const compiler::region_list& tree, uint32_t input);

}  // namespace ingot::tests
