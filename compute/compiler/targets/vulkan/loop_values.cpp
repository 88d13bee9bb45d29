#include "loop_values.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace ingot::compiler::vulkan {

namespace {

class finder {
public:
    finder(const region_list& tree, llvm::Function& function) : function_(function) { visit(tree, nullptr); }

    loop_values find() {
        for (llvm::Instruction& each : llvm::instructions(function_)) {
            if (llvm::isa<llvm::AllocaInst>(each)) continue;  // a constant
            const region* const home = loops_of_blocks_.lookup(each.getParent());
            for (const llvm::Use& use : each.uses()) {
                const bool leaves =
                    for_each_left(home, loop_of(use), [&](const region& loop) { add(loop).results.insert(&each); });
                if (leaves) found_.homes[&each] = home;
            }
            const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&each);
            if (!phi || phi->use_empty()) continue;
            for (const llvm::BasicBlock* const from : phi->blocks())
                for_each_left(loops_of_edges_.lookup({from, phi->getParent()}), home,
                              [&](const region& loop) { add(loop).phis.insert(phi); });
        }
        return std::move(found_);
    }

private:
    // Notes the innermost loop around each block and edge.
    void visit(const region_list& list, const region* loop) {
        for (const region& each : list) {
            if (each.kind == region_kind::block) loops_of_blocks_[each.block] = loop;
            if (each.kind == region_kind::edge) loops_of_edges_[{each.block, each.target}] = loop;
            const bool is_loop = each.kind == region_kind::loop;
            if (is_loop) around_[&each] = loop;
            visit(each.first, is_loop ? &each : loop);
            visit(each.second, loop);
            for (const region_case& one : each.cases) visit(one.body, loop);
        }
    }

    // Returns the loop in which a value is used. A phi uses its values at the edges.
    const region* loop_of(const llvm::Use& use) const {
        const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
        if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user))
            return loops_of_edges_.lookup({phi->getIncomingBlock(use), phi->getParent()});
        return loops_of_blocks_.lookup(user->getParent());
    }

    bool is_in(const region* inner, const region* loop) const {
        while (inner && inner != loop) inner = around_.lookup(inner);
        return inner == loop;
    }

    // Visits the loops around `from` that are not around `to`. Returns whether there is one.
    template <typename Visit>
    bool for_each_left(const region* from, const region* to, Visit visit) const {
        bool is_left = false;
        for (; from && !is_in(to, from); from = around_.lookup(from)) {
            visit(*from);
            is_left = true;
        }
        return is_left;
    }

    values_after_loop& add(const region& loop) { return found_.after[&loop]; }

    llvm::Function& function_;
    llvm::DenseMap<const llvm::BasicBlock*, const region*> loops_of_blocks_;
    llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, const region*> loops_of_edges_;
    llvm::DenseMap<const region*, const region*> around_;  // the loop around each loop
    loop_values found_;
};

}  // namespace

loop_values find_loop_values(const region_list& tree, llvm::Function& function) { return finder(tree, function).find(); }

}  // namespace ingot::compiler::vulkan
