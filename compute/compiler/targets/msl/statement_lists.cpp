#include "statement_lists.hpp"

#include <llvm/IR/Instructions.h>

#include "inlined_values.hpp"

namespace ingot::compiler::msl {

namespace {

// Returns the block with which a region begins, or null.
llvm::BasicBlock* entered_block(const region& each) {
    if (each.kind == region_kind::block) return each.block;
    if (each.kind == region_kind::loop || each.kind == region_kind::once) return entered_block(each.first.front());
    return nullptr;
}

}  // namespace

void statement_lists::find_lists(const region_list& list, size_t parent, llvm::BasicBlock* outer_entry) {
    const size_t own = lists_.size();
    lists_.push_back({parent, {}});
    list_numbers_[&list] = own;
    for (const region& each : list) {
        if (each.kind == region_kind::block) block_lists_[each.block] = own;
        if (each.kind == region_kind::edge) edge_lists_[{each.block, each.target}] = own;
        llvm::BasicBlock* const entry = entered_block(each);
        if (entry && entry != outer_entry) {
            lists_[own].entered.push_back(entry);
        }
        const bool is_wrapped = each.kind == region_kind::loop || each.kind == region_kind::once;
        find_lists(each.first, own, is_wrapped ? entry : nullptr);
        find_lists(each.second, own);
        for (const region_case& one : each.cases) find_lists(one.body, own);
    }
}

bool statement_lists::is_inside(size_t list, size_t outer) const {
    while (list != outer && list != 0) list = lists_[list].parent;
    return list == outer;
}

bool statement_lists::is_used_outside(const llvm::Value& value, size_t list) const {
    for (const llvm::Use& use : value.uses()) {
        const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user) continue;
        if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user)) {
            const auto edge = edge_lists_.find({phi->getIncomingBlock(use), phi->getParent()});
            if (edge == edge_lists_.end() || !is_inside(edge->second, list)) return true;
        } else if (is_folded(*user)) {
            if (is_used_outside(*user, list)) return true;
        } else if (!is_inside(block_lists_.lookup(user->getParent()), list)) {
            return true;
        }
    }
    return false;
}

}  // namespace ingot::compiler::msl
