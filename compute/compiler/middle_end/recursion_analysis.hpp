// Analysis of recursion: which functions call themselves, and how deep the recursion can become.
//
// A recursion is bounded when one integer argument counts down: each recursive call passes a smaller number that is not
// below zero, and each call from elsewhere passes a number whose maximum is known and small:
//   call void @sort(ptr %first, i64 range(i64 0, 64) %depth)     ; a call from elsewhere
//   %less = add i64 %depth, -1                                   ; in @sort, after a check that %depth is not 0
//   call void @sort(ptr %middle, i64 %less)                      ; the recursive call
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>
#include <optional>

namespace ingot::compiler {

/// A recursion is bounded if it is at most this deep. Each level keeps its values in arrays on the work-item's stack. The
/// recursion of std::sort is at most 126 levels deep.
inline constexpr uint64_t greatest_recursion_depth = 256;

/// The calls of one recursive function and the depth of its recursion.
struct bounded_recursion {
    llvm::SmallVector<llvm::CallInst*> recursive_calls;  ///< calls of the function in its own body
    llvm::SmallVector<llvm::CallInst*> outer_calls;      ///< calls of the function in other functions
    uint64_t max_depth = 0;                              ///< greatest number of recursive calls that are active at once
};

/// Returns whether the body of the function calls the function.
bool calls_itself(const llvm::Function& function);

/// Returns whether turn_recursion_into_loops can rewrite a function of this kind: it has a body, only this module calls
/// it, and no parameter is a struct that is passed by value. (Each level would need its own copy of the struct, which
/// the pass does not make.)
bool is_loop_candidate(const llvm::Function& function);

/// Returns the recursion of the function. Returns nothing if the function is not recursive, if its address is taken, if
/// it calls other functions with a body, or if no argument counts down to zero from a small known number.
std::optional<bounded_recursion> find_bounded_recursion(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

/// Returns the range of numbers that an integer can have at an instruction.
llvm::ConstantRange range_at(llvm::Value* value, llvm::Instruction& place, llvm::FunctionAnalysisManager& analyses);

}  // namespace ingot::compiler
