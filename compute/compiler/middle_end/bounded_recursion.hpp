// Recursion that provably ends: a function that calls itself, and counts one argument down on the way.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>

namespace ingot::compiler {

struct bounded_recursion {
    llvm::SmallVector<llvm::CallInst*> inner;  ///< the calls of the function by itself
    llvm::SmallVector<llvm::CallInst*> outer;  ///< the calls of it from elsewhere
    uint64_t deepest = 0;                      ///< at most so many calls of itself are under way at once
};

/// The function's recursion. Nothing where it is none, or where no argument is found that each inner call lowers, without going
/// below zero, from a value that is known at each outer call to be small.
std::optional<bounded_recursion> find_bounded_recursion(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

/// Between which numbers an integer lies at a place in the code.
llvm::ConstantRange range_at(llvm::Value* value, llvm::Instruction& place, llvm::FunctionAnalysisManager& analyses);

}  // namespace ingot::compiler
