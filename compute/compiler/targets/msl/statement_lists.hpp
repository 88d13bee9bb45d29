// The lists of statements of a function, and in which of them a value is visible.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Value.h>

#include <utility>
#include <vector>

#include "../../middle_end/region_tree.hpp"

namespace ingot::compiler::msl {

/// The lists of a function's region tree. Each list has a number; the function's own list has 0. A list becomes a block of the
/// text, in braces, so a variable that one of its statements declares is visible only in the list and the lists inside of it.
class statement_lists {
public:
    /// The tree must outlive this object, and must not change.
    explicit statement_lists(const region_list& tree) { find_lists(tree, 0); }

    size_t number_of(const region_list& list) const { return list_numbers_.lookup(&list); }
    size_t list_of(const llvm::BasicBlock& block) const { return block_lists_.lookup(&block); }
    /// Returns the blocks that are entered in the list itself. Their phis are declared there.
    const std::vector<llvm::BasicBlock*>& entered(size_t list) const { return lists_[list].entered; }
    /// Is the value used outside of the list? Then it is declared at the begin of the function.
    bool is_used_outside(const llvm::Value& value, size_t list) const;

private:
    struct list_place {
        size_t parent = 0;
        std::vector<llvm::BasicBlock*> entered {};
    };

    void find_lists(const region_list& list, size_t parent, llvm::BasicBlock* outer_entry = nullptr);
    bool is_inside(size_t list, size_t outer) const;

    std::vector<list_place> lists_;
    llvm::DenseMap<const region_list*, size_t> list_numbers_;
    llvm::DenseMap<const llvm::BasicBlock*, size_t> block_lists_;
    llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, size_t> edge_lists_;
};

}  // namespace ingot::compiler::msl
