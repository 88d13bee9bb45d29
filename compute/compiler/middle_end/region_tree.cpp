// Builds the region tree along the dominator tree, similar to Ramsey, "Beyond Relooper: recursive translation of
// unstructured control flow to structured control flow" (ICFP 2022). A block with one predecessor stands where the branch to it
// is. A block that several paths join follows the block that dominates it immediately. A branch is possible only to the code that
// follows in the text, to the end of the innermost loop or switch, and to the begin of the innermost loop, because neither Metal
// nor SPIR-V has jumps out of several loops.
#include "region_tree.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace ingot::compiler {

namespace {

using block_list = llvm::SmallVector<llvm::BasicBlock*, 4>;

// The number of loop exits that the builder tries.
constexpr size_t max_tried_exits = 4;
// The builder tries several forms of loops, switches and joins. It gives up after this many blocks for each block of the
// function, and `least_steps` more: the number of combinations grows exponentially with the depth.
constexpr size_t steps_for_each_block = 64;
constexpr size_t least_steps = 4096;

// Where a branch can lead from a place in the text. A member is null if there is no such place.
struct surroundings {
    llvm::BasicBlock* follow = nullptr;  // the block that is executed after the end of the list
    llvm::BasicBlock* leave = nullptr;   // the block after the innermost loop, once, or choice
    llvm::BasicBlock* next = nullptr;    // the header of the innermost loop
};

class tree_builder {
public:
    explicit tree_builder(llvm::Function& built)
        : function_(built), dominators_(built), post_dominators_(built), loops_(dominators_) {
        const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
        for (llvm::BasicBlock* const block : order) order_.try_emplace(block, order_.size());
        steps_left_ = order_.size() * steps_for_each_block + least_steps;
    }

    std::optional<region_list> build() {
        if (!is_reducible()) return std::nullopt;
        region_list tree;
        if (!add_block(function_.getEntryBlock(), {}, tree)) return std::nullopt;
        return tree;
    }

private:
    // Does each edge that leads back lead to a block that dominates its source?
    bool is_reducible() const {
        for (const auto& [block, place] : order_)
            for (llvm::BasicBlock* const successor : llvm::successors(block))
                if (order_.lookup(successor) <= place && !dominators_.dominates(successor, block)) return false;
        return true;
    }

    // Returns the number of blocks from which forward edges lead to a block.
    size_t joined_paths(llvm::BasicBlock* block) const {
        llvm::SmallPtrSet<llvm::BasicBlock*, 4> sources;
        for (llvm::BasicBlock* const source : llvm::predecessors(block))
            if (!dominators_.dominates(block, source)) sources.insert(source);
        return sources.size();
    }

    // Returns the blocks that several paths join and that `block` dominates immediately, in the order in which they are
    // executed: blocks of the same loop first, because paths leave a loop. The exits of the loops around are not among them.
    block_list joins_after(llvm::BasicBlock* block) const {
        block_list joins;
        for (const auto* const child : dominators_.getNode(block)->children())
            if (joined_paths(child->getBlock()) > 1 && !exits_.contains(child->getBlock())) joins.push_back(child->getBlock());
        const llvm::Loop* const loop = loops_.getLoopFor(block);
        llvm::sort(joins, [&](llvm::BasicBlock* one, llvm::BasicBlock* other) {
            const auto leaves = [&](llvm::BasicBlock* each) { return loop && !loop->contains(each); };
            return std::pair(leaves(one), order_.lookup(one)) < std::pair(leaves(other), order_.lookup(other));
        });
        return joins;
    }

    size_t dominated_blocks(llvm::BasicBlock* block) const {
        llvm::SmallVector<llvm::BasicBlock*> all;
        dominators_.getDescendants(block, all);
        return all.size();
    }

    // Adds a block, or the loop of which it is the header, and everything that it dominates.
    bool add_block(llvm::BasicBlock& block, const surroundings& around, region_list& list) {
        llvm::Loop* const loop = loops_.getLoopFor(&block);
        if (loop && loop->getHeader() == &block && !open_headers_.contains(&block)) return add_loop(*loop, around, list);
        return add_joined(block, joins_after(&block), around, list);
    }

    // Adds a block and the blocks `joins`, each of which follows the one before. If a branch skips one of them, the last one
    // follows a region `once`, which the branch leaves.
    bool add_joined(llvm::BasicBlock& block, llvm::ArrayRef<llvm::BasicBlock*> joins, const surroundings& around,
                    region_list& list) {
        if (steps_left_ == 0) return false;
        --steps_left_;
        const size_t begin = list.size();
        if (add_sequence(block, joins, around, list)) return true;
        list.resize(begin, {region_kind::end});
        if (joins.size() < 2 && !(joins.size() == 1 && llvm::isa<llvm::BranchInst>(block.getTerminator()))) return false;
        llvm::BasicBlock* const last = joins.back();
        region once {region_kind::once, &block, last};
        if (add_joined(block, joins.drop_back(), {last, last, nullptr}, once.first)) {
            list.push_back(std::move(once));
            if (add_block(*last, around, list)) return true;
        }
        list.resize(begin, {region_kind::end});
        return false;
    }

    bool add_sequence(llvm::BasicBlock& block, llvm::ArrayRef<llvm::BasicBlock*> joins, const surroundings& around,
                      region_list& list) {
        list.push_back({region_kind::block, &block});
        surroundings inner = around;
        if (!joins.empty()) inner.follow = joins.front();
        if (!add_terminator(block, !joins.empty(), inner, list)) return false;
        for (size_t i = 0; i < joins.size(); ++i) {
            inner.follow = i + 1 < joins.size() ? joins[i + 1] : around.follow;
            if (!add_block(*joins[i], inner, list)) return false;
        }
        return true;
    }

    bool add_terminator(llvm::BasicBlock& block, bool is_joined, const surroundings& around, region_list& list) {
        llvm::Instruction* const terminator = block.getTerminator();
        if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(terminator)) {
            list.push_back({region_kind::end, &block});
            return true;
        }
        llvm::BasicBlock* const join = is_joined ? around.follow : nullptr;
        if (auto* const choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) return add_choice(*choice, join, around, list);
        auto* const branch = llvm::dyn_cast<llvm::BranchInst>(terminator);
        if (!branch) return false;
        if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
            return add_branch(block, *branch->getSuccessor(0), around, list);
        region condition {region_kind::condition, &block, join};
        if (!add_branch(block, *branch->getSuccessor(0), around, condition.first) ||
            !add_branch(block, *branch->getSuccessor(1), around, condition.second))
            return false;
        add_condition(std::move(condition), list);
        return true;
    }

    // Does no path reach the end of the list?
    static bool ends_in_jump(const region_list& list) {
        using enum region_kind;
        if (list.empty()) return false;
        const region_kind last = list.back().kind;
        return last == leave || last == next || last == end;
    }

    // Adds a condition. If one of its lists ends in a jump, the other list follows the condition.
    static void add_condition(region condition, region_list& list) {
        region_list after;
        if (ends_in_jump(condition.first))
            after.swap(condition.second);
        else if (ends_in_jump(condition.second))
            after.swap(condition.first);
        list.push_back(std::move(condition));
        std::ranges::move(after, std::back_inserter(list));
    }

    // Adds an edge, and the jump or the block to which it leads.
    bool add_branch(llvm::BasicBlock& from, llvm::BasicBlock& to, const surroundings& around, region_list& list) {
        list.push_back({region_kind::edge, &from, &to});
        if (&to == around.follow) return true;
        if (&to == around.next) {
            list.push_back({region_kind::next});
            return true;
        }
        if (&to == around.leave) {
            list.push_back({region_kind::leave});
            return true;
        }
        // A block that this one dominates and no other path reaches. It is not the exit of a loop around, which follows the loop.
        if (open_headers_.contains(&to) || exits_.contains(&to) || joined_paths(&to) != 1) return false;
        return add_block(to, around, list);
    }

    // Adds a switch. If a path in it leaves a loop, it becomes a chain of conditions, in which such a jump is possible.
    bool add_choice(llvm::SwitchInst& instruction, llvm::BasicBlock* join, const surroundings& around, region_list& list) {
        for (const bool is_chain : {false, true}) {
            region choice {region_kind::choice, instruction.getParent(), join};
            choice.is_chain = is_chain;
            surroundings inner = around;
            if (!is_chain) inner.leave = around.follow;
            if (add_cases(instruction, inner, choice)) {
                list.push_back(std::move(choice));
                return true;
            }
        }
        return false;
    }

    bool add_cases(llvm::SwitchInst& instruction, const surroundings& around, region& choice) {
        llvm::MapVector<llvm::BasicBlock*, region_case> cases;
        for (const auto& each : instruction.cases()) cases[each.getCaseSuccessor()].values.push_back(each.getCaseValue());
        cases[instruction.getDefaultDest()].is_default = true;
        for (auto& [target, each] : cases) {
            if (!add_branch(*instruction.getParent(), *target, around, each.body)) return false;
            choice.cases.push_back(std::move(each));
        }
        return true;
    }

    // Returns the blocks that could follow a loop, the most likely ones first. Null means that no block follows.
    block_list possible_exits(const llvm::Loop& loop, const surroundings& around) const {
        llvm::SmallVector<llvm::BasicBlock*> found;
        loop.getUniqueExitBlocks(found);
        if (found.empty()) return {nullptr};
        if (found.size() == 1) return {found.front()};
        llvm::SmallSetVector<llvm::BasicBlock*, 8> candidates;
        llvm::BasicBlock* common = found.front();
        for (llvm::BasicBlock* const each : found)
            common = common ? post_dominators_.findNearestCommonDominator(common, each) : nullptr;
        if (common && !loop.contains(common)) candidates.insert(common);
        llvm::sort(found, [&](llvm::BasicBlock* one, llvm::BasicBlock* other) {
            const auto likely = [&](llvm::BasicBlock* each) {
                return std::tuple(each == around.follow, joined_paths(each) > 1, dominated_blocks(each), order_.lookup(each));
            };
            return likely(one) > likely(other);
        });
        candidates.insert_range(found);
        block_list result(candidates.begin(), candidates.end());
        if (result.size() > max_tried_exits) result.truncate(max_tried_exits);
        return result;
    }

    bool add_loop(llvm::Loop& loop, const surroundings& around, region_list& list) {
        const size_t begin = list.size();
        for (llvm::BasicBlock* const exit : possible_exits(loop, around)) {
            if (add_loop_with_exit(loop, exit, around, list)) return true;
            list.resize(begin, {region_kind::end});
        }
        return false;
    }

    bool add_loop_with_exit(llvm::Loop& loop, llvm::BasicBlock* exit, const surroundings& around, region_list& list) {
        llvm::BasicBlock* const header = loop.getHeader();
        const bool is_own = exit && exit != around.follow && exit != around.leave && exit != around.next;
        // The exit follows the loop, so the header must dominate it, and no other exit may be waiting for it.
        if (is_own && (!dominators_.dominates(header, exit) || exits_.contains(exit))) return false;
        region repeated {region_kind::loop, header, exit};
        open_headers_.insert(header);
        const bool is_new_exit = is_own && exits_.insert(exit).second;
        const bool is_built = add_joined(*header, joins_after(header), {header, exit, header}, repeated.first);
        if (is_new_exit) exits_.erase(exit);
        open_headers_.erase(header);
        if (!is_built) return false;
        list.push_back(std::move(repeated));
        if (!exit || exit == around.follow) return true;
        if (exit == around.next || exit == around.leave) {
            list.push_back({exit == around.next ? region_kind::next : region_kind::leave});
            return true;
        }
        return add_block(*exit, around, list);
    }

    llvm::Function& function_;
    llvm::DominatorTree dominators_;
    llvm::PostDominatorTree post_dominators_;
    llvm::LoopInfo loops_;
    llvm::DenseMap<llvm::BasicBlock*, size_t> order_;       // reverse post-order
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> open_headers_;  // headers of the loops that are being built
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> exits_;         // blocks that will follow these loops
    size_t steps_left_ = 0;
};

// A place in the tree, and where the control flow goes on from there.
struct place {
    const region_list* list = nullptr;
    size_t index = 0;
    const place* after = nullptr;  // the place after the region that contains the list; null at the end of the function
    const place* leave = nullptr;
    const place* next = nullptr;
};

class tree_checker {
public:
    explicit tree_checker(llvm::Function& checked) : function_(checked) {}

    void check(const region_list& tree) {
        const place begin {&tree, 0, nullptr, nullptr, nullptr};
        const region* const first = find(begin);
        require(first && first->kind == region_kind::block && first->block == &function_.getEntryBlock(),
                "does not begin with the entry");
        check_list(begin);
        for (const llvm::BasicBlock& block : function_) require(seen_.contains(&block), "lost a block");
    }

private:
    void require(bool holds, const char* problem) const {
        if (!holds)
            throw std::logic_error("internal error: the structured control flow of '" + function_.getName().str() + "' " +
                                   problem);
    }

    // Returns the first block, edge or end at or after a place. Returns null if the function ends without an `end`.
    const region* find(place from) const {
        for (size_t steps = 0; steps < max_steps; ++steps) {
            if (from.index == from.list->size()) {
                if (!from.after) return nullptr;
                from = *from.after;
                continue;
            }
            const region& here = (*from.list)[from.index];
            switch (here.kind) {
                case region_kind::block:
                case region_kind::edge:
                case region_kind::end:
                    return &here;
                case region_kind::loop:
                case region_kind::once:
                    // Only the first block matters, and it is in the region.
                    return find({&here.first, 0, nullptr, nullptr, nullptr});
                case region_kind::leave:
                    require(from.leave != nullptr, "leaves no loop");
                    from = *from.leave;
                    continue;
                case region_kind::next:
                    require(from.next != nullptr, "repeats no loop");
                    from = *from.next;
                    continue;
                case region_kind::condition:
                case region_kind::choice:
                    require(false, "has a condition without its block");
            }
        }
        require(false, "does not end");
        return nullptr;
    }

    void require_edge(const place& from, const llvm::BasicBlock* source, const llvm::BasicBlock* target) const {
        const region* const found = find(from);
        require(found && found->kind == region_kind::edge && found->block == source && found->target == target,
                "leads to the wrong edge");
    }

    // Checks a list from a place on. The place's index is that of the list's first region.
    void check_list(place here) {
        for (; here.index < here.list->size(); ++here.index) check_region(here, (*here.list)[here.index]);
    }

    void check_region(const place& here, const region& checked) {
        place after = here;
        ++after.index;
        switch (checked.kind) {
            case region_kind::block:
                require(seen_.insert(checked.block).second, "contains a block twice");
                check_terminator(here, after, *checked.block);
                return;
            case region_kind::edge: {
                const region* const found = find(after);
                require(found && found->kind == region_kind::block && found->block == checked.target,
                        "leads from an edge to the wrong block");
                return;
            }
            case region_kind::condition:
                check_list({&checked.first, 0, &after, here.leave, here.next});
                check_list({&checked.second, 0, &after, here.leave, here.next});
                return;
            case region_kind::choice:
                for (const region_case& each : checked.cases)
                    check_list({&each.body, 0, &after, checked.is_chain ? here.leave : &after, here.next});
                return;
            case region_kind::loop:
                check_list({&checked.first, 0, &here, &after, &here});
                return;
            case region_kind::once:
                check_list({&checked.first, 0, &after, &after, nullptr});
                return;
            default:
                return;
        }
    }

    void check_terminator(const place& here, const place& after, const llvm::BasicBlock& block) const {
        const llvm::Instruction* const terminator = block.getTerminator();
        if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(terminator)) {
            const region* const found = find(after);
            require(found && found->kind == region_kind::end && found->block == &block, "has no end after a return");
            return;
        }
        if (terminator->getNumSuccessors() == 1 ||
            (llvm::isa<llvm::BranchInst>(terminator) && terminator->getSuccessor(0) == terminator->getSuccessor(1)))
            return require_edge(after, &block, terminator->getSuccessor(0));
        require(after.index < here.list->size(), "has no condition after a block");
        const region& decision = (*here.list)[after.index];
        require(decision.block == &block, "has the condition of another block");
        place later = after;
        ++later.index;
        if (decision.kind == region_kind::condition) {
            require_edge({&decision.first, 0, &later, here.leave, here.next}, &block, terminator->getSuccessor(0));
            require_edge({&decision.second, 0, &later, here.leave, here.next}, &block, terminator->getSuccessor(1));
            return;
        }
        require(decision.kind == region_kind::choice, "has no condition after a block");
        const auto* const choice = llvm::cast<llvm::SwitchInst>(terminator);
        size_t values = 0;
        size_t defaults = 0;
        for (const region_case& each : decision.cases) {
            const place begin {&each.body, 0, &later, decision.is_chain ? here.leave : &later, here.next};
            for (const llvm::ConstantInt* const value : each.values)
                require_edge(begin, &block, choice->findCaseValue(value)->getCaseSuccessor());
            if (each.is_default) require_edge(begin, &block, choice->getDefaultDest());
            values += each.values.size();
            defaults += each.is_default ? 1 : 0;
        }
        require(values == choice->getNumCases() && defaults == 1, "does not have each case of a switch once");
    }

    static constexpr size_t max_steps = 1'000'000;

    llvm::Function& function_;
    llvm::DenseSet<const llvm::BasicBlock*> seen_;
};

}  // namespace

std::optional<region_list> build_region_tree(llvm::Function& function) {
    std::optional<region_list> tree = tree_builder(function).build();
    if (tree) check_region_tree(*tree, function);
    return tree;
}

void check_region_tree(const region_list& tree, llvm::Function& function) { tree_checker(function).check(tree); }

}  // namespace ingot::compiler
