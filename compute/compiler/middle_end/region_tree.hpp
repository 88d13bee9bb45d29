// The control flow of a function as a tree of conditions, loops and switches: what a structured language writes as text, and
// what SPIR-V for Vulkan declares by merge instructions. For
//   entry:  br i1 %c, label %some, label %done
//   some:   br label %done
//   done:   ret void
// the tree is
//   block entry
//   condition of entry
//     first:  edge entry -> some, block some, edge some -> done
//     second: edge entry -> done
//   block done, end
// A block stands for its instructions without the terminator, and an edge for the copies into the phis of the block to which
// it leads. The tree only refers to the function: a change of its blocks makes the tree invalid.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

#include <optional>
#include <vector>

namespace ingot::compiler {

enum class region_kind {
    block,      ///< the instructions of `block`
    edge,       ///< the control flow from `block` to `target`, for the values of phis
    condition,  ///< the conditional branch of `block`, which is the region before: `first` if it holds, else `second`
    loop,       ///< repeats `first`, which begins with the loop's header `block`, until a jump leaves it
    choice,     ///< the switch of `block`, which is the region before: one of `cases`. The end of a case ends the choice
    once,       ///< `first`, which a `leave` can end: `do { … } while (false)`. A `next` does not occur in it
    leave,      ///< ends the innermost loop, once, or choice that is no chain: `break`
    next,       ///< begins the next repetition of the innermost loop: `continue`
    end,        ///< the end of the function; `block` ends in `ret` or `unreachable`
};

struct region;
using region_list = std::vector<region>;

/// One case of a switch.
struct region_case {
    std::vector<const llvm::ConstantInt*> values;  ///< the values of the case; empty if it is the default alone
    bool is_default = false;                       ///< is it the default? It can have values, too
    region_list body;
};

/// One node of the tree.
struct region {
    region_kind kind;
    llvm::BasicBlock* block = nullptr;
    /// For an edge, the block to which it leads. For a condition, loop, choice or once, the block that is executed after it;
    /// null if there is none, because all paths leave it by jumps.
    llvm::BasicBlock* target = nullptr;
    region_list first {};
    region_list second {};
    std::vector<region_case> cases {};
    /// For a choice: must it be written as a chain of conditions, because a `leave` in it means a loop around it?
    bool is_chain = false;
};

/// Returns the tree of a function. Returns nothing if the function's control flow cannot be written as it is: for example, a jump
/// leaves two loops at once, or a loop has two entries. structure_control_flow (passes.hpp) changes such a function so that
/// it has a tree. All blocks of the function must be reachable.
std::optional<region_list> build_region_tree(llvm::Function& function);

/// Follows each path through the tree. Throws std::logic_error if a block is not in it exactly once, or if the tree leads from
/// the end of a block to another block than the function does. build_region_tree() calls this function.
void check_region_tree(const region_list& tree, llvm::Function& function);

}  // namespace ingot::compiler
