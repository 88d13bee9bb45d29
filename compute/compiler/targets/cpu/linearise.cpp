// The method is that of Karrenberg and Hack, "Whole-Function Vectorization" (2011): a mask for each block, selects for phis, and
// loops that run until all lanes have left. As in Moll and Hack, "Partial Control-Flow Linearization" (2018), only what divergent
// branches decide about is put in a row, and all other branches stay as they are.
//
// While the control flow changes, values that are used in other blocks are in variables. In the end LLVM makes phis of these.
#include "linearise.hpp"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include <algorithm>
#include <vector>

#include "../../pass_managers.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

// Shorter blocks that can run without active lanes have no test whether there are some.
constexpr unsigned longest_block_without_test = 8;

bool is_item_parameter(const llvm::Value* value) {
    const auto* const argument = llvm::dyn_cast<llvm::Argument>(value);
    return argument && argument->getArgNo() + item_parameter_count >= argument->getParent()->arg_size();
}

// Is this the first id of a group, or its sum with the id in the group? It never wraps, whichever way the work-item takes.
bool is_id(const llvm::Value* value) {
    const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!operation) return false;
    const bool is_sum = operation->getOpcode() == llvm::Instruction::Add;
    return (is_sum || operation->getOpcode() == llvm::Instruction::Mul) &&
           llvm::all_of(operation->operands(),
                        [&](const llvm::Value* operand) { return is_item_parameter(operand) || (is_sum && is_id(operand)); });
}

// Blocks in a row, which begins at divergent branches and ends where all lanes are together again.
struct block_row {
    std::vector<llvm::BasicBlock*> blocks;  ///< each after those that lead to it; loops are contiguous
    llvm::BasicBlock* exit = nullptr;
};

class lineariser {
public:
    lineariser(llvm::Function& region, const divergent_control& control)
        : region_(region), control_(control), builder_(region.getContext()), flag_(builder_.getInt1Ty()) {}

    bool run() {
        for (llvm::BasicBlock& block : region_) originals_.push_back(&block);
        if (!collect_rows()) return false;
        declare_functions();
        plan_masks();
        replace_phis();
        demote_values();
        for (llvm::BasicBlock* const block : originals_) load_mask(*block);
        for (llvm::BasicBlock* const block : originals_) replace_terminator(*block);
        end_loops();
        llvm::BasicBlock& entry = region_.getEntryBlock();
        builder_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
        empty([](const variable&) { return true; });
        finish();
        return true;
    }

private:
    bool is_partial(const llvm::BasicBlock* block) const { return control_.is_partial(block); }
    const llvm::Loop* loop_of(const llvm::BasicBlock* block) const { return control_.loops.getLoopFor(block); }
    bool is_header(const llvm::BasicBlock* block) const { return control_.loops.isLoopHeader(block); }

    void declare_functions() {
        const auto declare = [&](llvm::StringRef name, llvm::Type* result) {
            return llvm::cast<llvm::Function>(
                region_.getParent()->getOrInsertFunction(name, llvm::FunctionType::get(result, {flag_}, false)).getCallee());
        };
        any_ = declare(any_lane, flag_);
        any_->setDoesNotAccessMemory();
        set_mask_ = declare(set_mask, builder_.getVoidTy());
        set_mask_->setOnlyAccessesInaccessibleMemory();  // otherwise it would be removed
        for (llvm::Function* const each : {any_, set_mask_}) {
            each->setDoesNotThrow();
            each->setWillReturn();
        }
    }

    // Rows.

    // Returns whether each row has one exit.
    bool collect_rows() {
        llvm::EquivalenceClasses<llvm::BasicBlock*> connected;
        for (llvm::BasicBlock* const block : originals_) {
            if (is_partial(block)) connected.insert(block);
            if (!is_partial(block) && !control_.is_divergent(block->getTerminator())) continue;
            llvm::BasicBlock* other = is_partial(block) ? block : nullptr;
            for (llvm::BasicBlock* const next : llvm::successors(block)) {
                if (!is_partial(next)) continue;
                if (other) connected.unionSets(other, next);
                other = next;
            }
        }
        const llvm::ReversePostOrderTraversal<llvm::Function*> order(&region_);
        std::vector<llvm::BasicBlock*> sorted;
        llvm::SmallPtrSet<llvm::BasicBlock*, 32> done;
        sort({order.begin(), order.end()}, nullptr, sorted, done);
        llvm::DenseMap<llvm::BasicBlock*, size_t> rows;  // of the leaders of `connected`
        for (llvm::BasicBlock* const block : sorted) {
            if (!is_partial(block)) continue;
            const auto [found, is_new] = rows.try_emplace(connected.getOrInsertLeaderValue(block), rows_.size());
            if (is_new) rows_.emplace_back();
            block_row& row = rows_[found->second];
            places_[block] = {found->second, row.blocks.size()};
            row.blocks.push_back(block);
            for (llvm::BasicBlock* const next : llvm::successors(block)) {
                if (is_partial(next)) continue;
                if (row.exit && row.exit != next) return false;
                row.exit = next;
            }
        }
        return llvm::all_of(rows_, [](const block_row& each) { return each.exit != nullptr; });
    }

    // Sorts the blocks of a loop, or of the function, so that inner loops are contiguous.
    void sort(const std::vector<llvm::BasicBlock*>& order, const llvm::Loop* loop, std::vector<llvm::BasicBlock*>& sorted,
              llvm::SmallPtrSet<llvm::BasicBlock*, 32>& done) const {
        for (llvm::BasicBlock* const block : order) {
            if (done.contains(block) || (loop && !loop->contains(block))) continue;
            const llvm::Loop* inner = loop_of(block);
            while (inner != loop && inner->getParentLoop() != loop) inner = inner->getParentLoop();
            done.insert(block);
            sorted.push_back(block);
            if (inner != loop) sort(order, inner, sorted, done);
        }
    }

    size_t row_of(const llvm::BasicBlock* block) const { return places_.lookup(block).row; }
    size_t place_of(const llvm::BasicBlock* block) const { return places_.lookup(block).place; }

    size_t last_place(const llvm::Loop& loop) const {
        size_t last = 0;
        for (const llvm::BasicBlock* const block : loop.blocks()) last = std::max(last, place_of(block));
        return last;
    }

    // Variables.

    struct variable {
        llvm::AllocaInst* place;
        size_t row;
        const llvm::BasicBlock* home;  // what gives it its value: a block of the row, or null for edges to the exit
        llvm::Constant* empty;
    };

    llvm::AllocaInst* add_place(llvm::Type* type, const llvm::Twine& name) {
        return new llvm::AllocaInst(type, 0, name, region_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    }

    llvm::Value* load(llvm::AllocaInst* place, const llvm::Twine& name = "") {
        return builder_.CreateLoad(place->getAllocatedType(), place, name);
    }

    // Empties variables. So old values are not kept, and not carried round loops.
    template <typename Is>
    void empty(const Is& is_meant) {
        for (const variable& each : variables_)
            if (is_meant(each)) builder_.CreateStore(each.empty, each.place);
    }

    // Masks.

    void plan_masks() {
        for (const block_row& each : rows_)
            for (size_t place = 0; place < each.blocks.size(); ++place) {
                llvm::BasicBlock* const block = each.blocks[place];
                llvm::BasicBlock* const leader = find_leader(block);
                leaders_[block] = leader;
                if (leader == block) {
                    llvm::AllocaInst* const arriving = add_place(flag_, "arriving");
                    arriving_[block] = arriving;
                    running_[block] = is_header(block) ? add_place(flag_, "running") : arriving;
                    variables_.push_back({arriving, row_of(block), block, builder_.getFalse()});
                }
                if (needs_test(*block)) skips_to_[block] = end_of_dominated(each, place);
            }
    }

    // If all lanes that come to a block come from an earlier block, and all that leave that one come here, both have the same
    // mask. Returns the first such block.
    llvm::BasicBlock* find_leader(llvm::BasicBlock* block) const {
        llvm::BasicBlock* leader = block;
        const llvm::Loop* const loop = loop_of(block);
        if (is_header(block) || (loop && !control_.dominators.dominates(block, loop->getLoopLatch()))) return leader;
        for (const auto* node = control_.dominators.getNode(block)->getIDom(); node; node = node->getIDom()) {
            llvm::BasicBlock* const earlier = node->getBlock();
            if (!is_partial(earlier)) break;
            if (loop_of(earlier) == loop && control_.post_dominators.dominates(block, earlier)) leader = earlier;
        }
        return leader;
    }

    bool needs_test(const llvm::BasicBlock& block) const {
        if (is_header(&block)) return true;
        const bool is_safe = llvm::all_of(block, [](const llvm::Instruction& instruction) {
            return llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator() ||
                   (!instruction.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&instruction));
        });
        if (is_safe && block.size() <= longest_block_without_test) return false;
        // If no lane were active and the leader has a test, the row would have gone on after this block.
        const llvm::BasicBlock* const leader = leaders_.lookup(&block);
        return leader == &block || !skips_to_.contains(leader) || skips_to_.lookup(leader) <= place_of(&block);
    }

    // Returns the place of the first block after a block that can be reached without it.
    size_t end_of_dominated(const block_row& row, size_t place) const {
        size_t end = place + 1;
        while (end < row.blocks.size() && control_.dominators.dominates(row.blocks[place], row.blocks[end])) ++end;
        return end;
    }

    // Loads the mask of a block before it begins to run, or when it runs.
    llvm::Value* load_mask_of(llvm::BasicBlock* block, const llvm::Twine& name) {
        llvm::BasicBlock* const leader = leaders_.lookup(block);
        return load(leader == block ? arriving_.lookup(leader) : running_.lookup(leader), name);
    }

    void load_mask(llvm::BasicBlock& block) {
        if (!is_partial(&block)) return;
        builder_.SetInsertPoint(&block, after_phis(block));
        llvm::Value* const mask = load_mask_of(&block, "mask");
        masks_[&block] = mask;
        builder_.CreateCall(set_mask_, {mask});
        if (!is_header(&block)) return;
        builder_.CreateStore(mask, running_.lookup(&block));
        const llvm::Loop& loop = *loop_of(&block);
        empty([&](const variable& each) { return each.home && loop.contains(each.home); });
    }

    // The place after phis and what has replaced them.
    llvm::BasicBlock::iterator after_phis(llvm::BasicBlock& block) const {
        llvm::BasicBlock::iterator place = block.getFirstNonPHIOrDbgOrAlloca();
        while (loads_of_phis_.contains(&*place)) ++place;
        return place;
    }

    // Values.

    struct incoming_value {
        llvm::AllocaInst* place;
        llvm::WeakTrackingVH value;
        bool joins;  // other lanes may have their values already
    };

    // Replaces the phis of rows, and of the blocks after rows, by variables.
    void replace_phis() {
        llvm::MapVector<llvm::PHINode*, llvm::AllocaInst*> phis;
        for (size_t index = 0; index < rows_.size(); ++index) {
            const auto add = [&](llvm::PHINode& phi, const llvm::BasicBlock* home) {
                llvm::AllocaInst*& place = phis[&phi];
                if (!place) place = add_place(phi.getType(), phi.getName());
                variables_.push_back({place, index, home, llvm::PoisonValue::get(phi.getType())});
            };
            for (llvm::BasicBlock* const block : rows_[index].blocks)
                for (llvm::PHINode& phi : block->phis()) add(phi, block);
            for (llvm::PHINode& phi : rows_[index].exit->phis()) add(phi, nullptr);
        }
        for (const auto& [phi, place] : phis)
            for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
                incoming_[{phi->getIncomingBlock(i), phi->getParent()}].push_back(
                    {place, phi->getIncomingValue(i), control_.joins_lanes(*phi)});
        for (const auto& [phi, place] : phis) {
            builder_.SetInsertPoint(phi->getParent(), phi->getParent()->getFirstNonPHIIt());
            auto* const loaded = llvm::cast<llvm::Instruction>(load(place, phi->getName()));
            loads_of_phis_.insert(loaded);
            phi->replaceAllUsesWith(loaded);
        }
        for (const auto& [phi, place] : phis) phi->eraseFromParent();
    }

    // Replaces values by variables where they are used in other blocks, if one of the blocks belongs to a row.
    void demote_values() {
        llvm::SetVector<llvm::Instruction*> values;
        for (llvm::BasicBlock* const block : originals_)
            for (llvm::Instruction& instruction : *block)
                if (!llvm::isa<llvm::AllocaInst>(instruction) && llvm::any_of(instruction.users(), [&](const llvm::User* user) {
                        const llvm::BasicBlock* const other = llvm::cast<llvm::Instruction>(user)->getParent();
                        return other != block && (is_partial(block) || is_partial(other));
                    }))
                    values.insert(&instruction);
        for (auto& [ends, list] : incoming_)
            for (const incoming_value& each : list)
                if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(each.value);
                    instruction && instruction->getParent() != ends.first)
                    values.insert(instruction);
        llvm::DenseMap<const llvm::Value*, llvm::AllocaInst*> places;
        for (llvm::Instruction* const value : values) places[value] = demote(*value);
        for (auto& [ends, list] : incoming_)
            for (incoming_value& each : list) {
                llvm::AllocaInst* const place = places.lookup(each.value);
                if (!place || llvm::cast<llvm::Instruction>(each.value)->getParent() == ends.first) continue;
                builder_.SetInsertPoint(ends.first->getTerminator());
                each.value = load(place);
            }
    }

    llvm::AllocaInst* demote(llvm::Instruction& value) {
        llvm::BasicBlock* const block = value.getParent();
        llvm::AllocaInst* const place = add_place(value.getType(), value.getName());
        if (is_partial(block)) variables_.push_back({place, row_of(block), block, llvm::PoisonValue::get(value.getType())});
        llvm::SmallVector<llvm::Use*> uses;
        for (llvm::Use& use : value.uses()) {
            const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
            const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
            if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != block) uses.push_back(&use);
        }
        for (llvm::Use* const use : uses) {
            auto* const user = llvm::cast<llvm::Instruction>(use->getUser());
            auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
            builder_.SetInsertPoint(phi ? phi->getIncomingBlock(*use)->getTerminator() : user);
            use->set(load(place));
        }
        const bool is_phi = llvm::isa<llvm::PHINode>(value) || loads_of_phis_.contains(&value);
        builder_.SetInsertPoint(block, is_phi ? after_phis(*block) : std::next(value.getIterator()));
        builder_.CreateStore(&value, place);
        return place;
    }

    // Edges.

    // Writes what an edge gives to the phis at its end, for the lanes of a mask.
    void store_values(llvm::BasicBlock* from, llvm::BasicBlock* to, llvm::Value* mask) {
        const auto found = incoming_.find({from, to});
        if (found == incoming_.end()) return;
        for (const incoming_value& each : found->second) {
            llvm::Value* const value = each.value;
            builder_.CreateStore(each.joins ? builder_.CreateSelect(mask, value, load(each.place)) : value, each.place);
        }
    }

    // Adds the lanes of a mask to those that come to a block.
    void arrive(llvm::BasicBlock* block, llvm::Value* mask) {
        if (llvm::AllocaInst* const place = arriving_.lookup(block))
            builder_.CreateStore(builder_.CreateOr(load(place), mask), place);
    }

    void replace_terminator(llvm::BasicBlock& block) {
        auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
        if (!branch) return;
        if (!is_partial(&block) && !control_.is_divergent(branch)) return enter_rows(*branch);
        builder_.SetInsertPoint(branch);
        llvm::BasicBlock* first = nullptr;  // of the successors in the row
        for (llvm::BasicBlock* const next : llvm::successors(branch))
            if (is_partial(next) && (!first || place_of(next) < place_of(first))) first = next;
        if (!is_partial(&block)) empty([&](const variable& each) { return each.row == row_of(first); });
        llvm::Value* const mask = is_partial(&block) ? masks_.lookup(&block) : builder_.getTrue();
        for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
            llvm::Value* taken = mask;
            if (branch->isConditional()) {
                llvm::Value* const condition = i == 0 ? branch->getCondition() : builder_.CreateNot(branch->getCondition());
                // The condition of a lane that is not active may be poison, so this is no plain `and`.
                taken = builder_.CreateSelect(mask, condition, builder_.getFalse());
            }
            store_values(&block, branch->getSuccessor(i), taken);
            arrive(branch->getSuccessor(i), taken);
        }
        builder_.CreateBr(is_partial(&block) ? next_in_row(row_of(&block), loop_of(&block), place_of(&block) + 1)
                                             : begin_of(first));
        branch->eraseFromParent();
    }

    // A uniform branch outside of rows: all lanes come to one block of a row, or to the block after a row.
    void enter_rows(llvm::BranchInst& branch) {
        llvm::BasicBlock* const from = branch.getParent();
        for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
            llvm::BasicBlock* const next = branch.getSuccessor(i);
            if (!is_partial(next) && !incoming_.contains({from, next})) continue;
            llvm::BasicBlock* const edge =
                llvm::BasicBlock::Create(region_.getContext(), next->getName() + ".all", &region_, next);
            builder_.SetInsertPoint(edge);
            if (is_partial(next)) empty([&](const variable& each) { return each.row == row_of(next); });
            store_values(from, next, builder_.getTrue());
            arrive(next, builder_.getTrue());
            builder_.CreateBr(begin_of(next));
            branch.setSuccessor(i, edge);
        }
    }

    // The block with which the part of a row for a block begins: the test whether there are active lanes, if it has one.
    llvm::BasicBlock* begin_of(llvm::BasicBlock* block) {
        if (!skips_to_.contains(block)) return block;
        if (llvm::BasicBlock* const known = tests_.lookup(block)) return known;
        auto* const test = llvm::BasicBlock::Create(region_.getContext(), block->getName() + ".test", &region_, block);
        tests_[block] = test;
        const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(test);
        llvm::Value* const any = builder_.CreateCall(any_, {load_mask_of(block, "mask")}, "any");
        const llvm::Loop* const loop = is_header(block) ? loop_of(block)->getParentLoop() : loop_of(block);
        builder_.CreateCondBr(any, block, next_in_row(row_of(block), loop, skips_to_.lookup(block)));
        return test;
    }

    // Where a row goes on at a place, within a loop or null. Behind the end of the loop this is the test whether the loop goes
    // on.
    llvm::BasicBlock* next_in_row(size_t index, const llvm::Loop* loop, size_t place) {
        if (loop && is_partial(loop->getHeader()) && place > last_place(*loop)) return end_of(*loop);
        const block_row& row = rows_[index];
        return place < row.blocks.size() ? begin_of(row.blocks[place]) : row.exit;
    }

    llvm::BasicBlock* end_of(const llvm::Loop& loop) {
        llvm::BasicBlock*& end = ends_[&loop];
        if (!end) {
            end = llvm::BasicBlock::Create(region_.getContext(), loop.getHeader()->getName() + ".end", &region_);
            open_ends_.push_back(&loop);
        }
        return end;
    }

    // A loop goes on as long as lanes have come to its header again.
    void end_loops() {
        while (!open_ends_.empty()) {
            const llvm::Loop& loop = *open_ends_.pop_back_val();
            llvm::BasicBlock* const header = loop.getHeader();
            const size_t last = last_place(loop);
            llvm::BasicBlock* const end = ends_.lookup(&loop);
            end->moveAfter(rows_[row_of(header)].blocks[last]);
            builder_.SetInsertPoint(end);
            llvm::Value* const any = builder_.CreateCall(any_, {load_mask_of(header, "mask")}, "any");
            builder_.CreateCondBr(any, header, next_in_row(row_of(header), loop.getParentLoop(), last + 1));
        }
    }

    void finish() {
        llvm::DominatorTree dominators(region_);
        llvm::SmallVector<llvm::AllocaInst*> places;
        for (llvm::Instruction& instruction : region_.getEntryBlock())
            if (auto* const place = llvm::dyn_cast<llvm::AllocaInst>(&instruction); place && llvm::isAllocaPromotable(place))
                places.push_back(place);
        llvm::PromoteMemToReg(places, dominators);
        pass_managers managers;
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::InstSimplifyPass());
        passes.addPass(llvm::DCEPass());
        passes.run(region_, managers.function_analyses);
    }

    struct place_in_row {
        size_t row = 0;
        size_t place = 0;
    };

    llvm::Function& region_;
    const divergent_control& control_;
    llvm::IRBuilder<> builder_;
    llvm::Type* flag_;
    llvm::Function* any_ = nullptr;
    llvm::Function* set_mask_ = nullptr;
    std::vector<llvm::BasicBlock*> originals_;
    std::vector<block_row> rows_;
    llvm::DenseMap<const llvm::BasicBlock*, place_in_row> places_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> leaders_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::AllocaInst*> arriving_;  // of leaders: the lanes that come to the block
    llvm::DenseMap<const llvm::BasicBlock*, llvm::AllocaInst*> running_;   // of leaders: the lanes that run the block
    llvm::DenseMap<const llvm::BasicBlock*, size_t> skips_to_;             // of blocks with a test: where a row goes on without
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> tests_;
    llvm::DenseMap<const llvm::Loop*, llvm::BasicBlock*> ends_;
    llvm::SmallVector<const llvm::Loop*> open_ends_;
    std::vector<variable> variables_;
    llvm::MapVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>, std::vector<incoming_value>> incoming_;
    llvm::SmallPtrSet<const llvm::Instruction*, 16> loads_of_phis_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::Value*> masks_;
};

}  // namespace

void prepare_for_masks(llvm::Function& region) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(region))) {
        const auto* const sum = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
        if (sum && sum->isDisjoint()) {
            llvm::IRBuilder<> builder(&instruction);
            instruction.replaceAllUsesWith(builder.CreateAdd(sum->getOperand(0), sum->getOperand(1), sum->getName()));
            instruction.eraseFromParent();
        } else if (!instruction.getType()->isFPOrFPVectorTy() && !is_id(&instruction)) {
            instruction.dropPoisonGeneratingAnnotations();
        }
    }
    pass_managers managers;
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::UnifyFunctionExitNodesPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.run(region, managers.function_analyses);
}

bool linearise(llvm::Function& region, const divergent_control& control) { return lineariser(region, control).run(); }

}  // namespace ingot::compiler::cpu
