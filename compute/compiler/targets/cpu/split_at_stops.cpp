// Splits an item function at its stops. From
//   define internal void @sum.item(…) {
//   entry:
//     %v = load float, …
//     call void @ingot_cpu_stop()
//     br label %after_stop
//   after_stop:
//     … use of %v
// it makes two functions. The first one returns the number of the second one, and leaves %v in the work-item's context:
//   define internal i32 @sum.region0(…) {
//     %v = load float, …
//     store float %v, ptr %place_in_contexts
//     ret i32 1
//   define internal i32 @sum.region1(…) {
//     %v = load float, ptr %place_in_contexts
//     … use of %v
//     ret i32 0
//
// This works for any control flow, also for stops in loops and branches: a region is all that can be reached from its stop
// without passing another one. The language demands that all work-items that wait for each other come to the same stop, so that
// the group function can run one region after another. (Fission of the work-item loop: Stratton et al., "MCUDA", 2008, and
// Jääskeläinen et al., "pocl", 2015. A region for each stop instead of one for each part of a structured program: Karrenberg and
// Hack, "Improving Performance of OpenCL on CPUs", 2012.)
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <ingot/archive/cpu_code.hpp>

#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

using values = llvm::SmallVector<llvm::Instruction*>;

// Finds the values that are used after a stop and computed before it.
class live_values {
public:
    explicit live_values(llvm::Function& function) {
        for (llvm::Instruction& instruction : llvm::instructions(function)) {
            if (instruction.getType()->isVoidTy() || llvm::isa<llvm::AllocaInst>(instruction)) continue;
            indices_[&instruction] = static_cast<unsigned>(all_.size());
            all_.push_back(&instruction);
        }
        const auto blocks = llvm::post_order(&function);
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (llvm::BasicBlock* block : blocks) is_changed |= update(*block);
        }
    }

    // Returns the values that are live at the beginning of a block, in the order of the function.
    values at_begin_of(llvm::BasicBlock* block) const {
        values found;
        if (const auto live = live_.find(block); live != live_.end())
            for (const unsigned index : live->second.set_bits()) found.push_back(all_[index]);
        return found;
    }

private:
    void add(llvm::BitVector& set, const llvm::Value* value) const {
        if (const auto found = indices_.find(value); found != indices_.end()) set.set(found->second);
    }

    bool update(llvm::BasicBlock& block) {
        llvm::BitVector live(static_cast<unsigned>(all_.size()));
        for (llvm::BasicBlock* next : llvm::successors(&block))
            if (const auto found = live_.find(next); found != live_.end()) live |= found->second;
        for (llvm::BasicBlock* next : llvm::successors(&block))
            for (const llvm::PHINode& phi : next->phis()) add(live, phi.getIncomingValueForBlock(&block));
        for (llvm::Instruction& instruction : llvm::reverse(block)) {
            if (const auto found = indices_.find(&instruction); found != indices_.end()) live.reset(found->second);
            if (llvm::isa<llvm::PHINode>(instruction)) continue;
            for (const llvm::Value* operand : instruction.operands()) add(live, operand);
        }
        // The value of a phi becomes available at the beginning of its block.
        llvm::BitVector& old = live_[&block];
        if (old.size() == live.size() && old == live) return false;
        old = std::move(live);
        return true;
    }

    std::vector<llvm::Instruction*> all_;
    llvm::DenseMap<const llvm::Value*, unsigned> indices_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> live_;
};

class splitter {
public:
    splitter(item_kernel& kernel, llvm::ArrayRef<stop> stops)
        : kernel_(kernel),
          function_(*kernel.function),
          module_(*function_.getParent()),
          layout_(module_.getDataLayout()),
          builder_(module_.getContext()),
          stops_(stops) {
        for (const stop& each : stops) after_.push_back(each.call->getParent()->getSingleSuccessor());
    }

    split_kernel run() {
        move_variables_to_begin();
        split_kernel result;
        result.group_stops = static_cast<unsigned>(llvm::count_if(stops_, [](const stop& each) { return !each.for_sub_group; }));
        if (!stops_.empty()) {
            rematerialize(function_, all_live_values());
            keep_in_slots();
            place_variables();
        }
        for (unsigned i = 0; i <= stops_.size(); ++i) result.regions.push_back(create_region(i));
        kernel_.function->eraseFromParent();
        kernel_.function = nullptr;
        kernel_.context_bytes = llvm::alignTo(kernel_.context_bytes, archive::cpu::memory_alignment);
        return result;
    }

private:
    // Variables of a fixed size belong into the first block, so that LLVM gives them a place in the stack's frame.
    void move_variables_to_begin() {
        llvm::BasicBlock& entry = function_.getEntryBlock();
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function_)))
            if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
                variable && llvm::isa<llvm::Constant>(variable->getArraySize()))
                variable->moveBefore(entry, entry.getFirstInsertionPt());
        auto place = entry.getFirstInsertionPt();
        while (llvm::isa<llvm::AllocaInst>(*place)) ++place;
        first_block_ = entry.splitBasicBlock(place, "begin");
    }

    values all_live_values() {
        const live_values live(function_);
        llvm::SmallSetVector<llvm::Instruction*, 16> all;
        for (llvm::BasicBlock* after : after_)
            for (llvm::Instruction* value : live.at_begin_of(after)) all.insert(value);
        return {all.begin(), all.end()};
    }

    // Gives each value that survives a stop a variable. It is written where the value is computed, and read where it is used.
    void keep_in_slots() {
        const live_values live(function_);
        llvm::DenseMap<llvm::Instruction*, llvm::AllocaInst*> slots;
        live_slots_.resize(stops_.size());
        llvm::SmallVector<llvm::Instruction*> kept;
        for (size_t i = 0; i < stops_.size(); ++i)
            for (llvm::Instruction* value : live.at_begin_of(after_[i])) {
                llvm::AllocaInst*& slot = slots[value];
                if (!slot) {
                    builder_.SetInsertPoint(function_.getEntryBlock().getTerminator());
                    slot = builder_.CreateAlloca(value->getType(), nullptr, value->getName());
                    kept.push_back(value);
                    places_[slot] =
                        add_place(layout_.getTypeAllocSize(value->getType()), layout_.getABITypeAlign(value->getType()));
                }
                live_slots_[i].push_back(slot);
            }
        for (llvm::Instruction* value : kept) use_slot(*value, slots.lookup(value));
    }

    void use_slot(llvm::Instruction& value, llvm::AllocaInst* slot) {
        llvm::SmallVector<llvm::Use*> uses;
        for (llvm::Use& use : value.uses()) uses.push_back(&use);
        const auto after =
            llvm::isa<llvm::PHINode>(value) ? value.getParent()->getFirstInsertionPt() : std::next(value.getIterator());
        builder_.SetInsertPoint(value.getParent(), after);
        builder_.CreateStore(&value, slot);
        for (llvm::Use* use : uses) {
            auto* const user = llvm::cast<llvm::Instruction>(use->getUser());
            const auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
            builder_.SetInsertPoint(phi ? phi->getIncomingBlock(*use)->getTerminator() : user);
            if (!phi && user->getParent() == value.getParent()) continue;  // between the two there is no stop
            if (phi && phi->getIncomingBlock(*use) == value.getParent()) continue;
            use->set(builder_.CreateLoad(value.getType(), slot));
        }
        // A phi must have equal values for equal incoming blocks (a switch with several cases for one block).
        for (llvm::Use* use : uses)
            if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(use->getUser()))
                for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
                    for (unsigned j = 0; j < i; ++j)
                        if (phi->getIncomingBlock(i) == phi->getIncomingBlock(j))
                            phi->setIncomingValue(i, phi->getIncomingValue(j));
    }

    // Reserves memory in the contexts for each work-item. The places of all work-items for one value are next to each other: the
    // place of work-item i is at offset * items + size * i. A multiple of 16 as offset keeps them aligned for any number of
    // work-items.
    struct place {
        uint64_t offset;
        uint64_t size;
    };
    place add_place(uint64_t size, llvm::Align alignment) {
        const uint64_t step = std::max<uint64_t>(16, alignment.value());
        const place made {llvm::alignTo(kernel_.context_bytes, step), llvm::alignTo(size, alignment)};
        kernel_.context_bytes = made.offset + made.size;
        return made;
    }

    llvm::Value* address(llvm::Function& function, const place& at) {
        llvm::Value* const item = builder_.CreateZExt(parameter_of(function, item_parameter::item), builder_.getInt64Ty());
        llvm::Value* items = parameter_of(function, item_parameter::local_size_x);
        items = builder_.CreateNUWMul(items, parameter_of(function, item_parameter::local_size_y));
        items = builder_.CreateNUWMul(items, parameter_of(function, item_parameter::local_size_z));
        llvm::Value* const begin =
            builder_.CreateNUWMul(builder_.CreateZExt(items, builder_.getInt64Ty()), builder_.getInt64(at.offset));
        llvm::Value* const offset = builder_.CreateNUWAdd(begin, builder_.CreateNUWMul(item, builder_.getInt64(at.size)));
        return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), parameter_of(function, item_parameter::contexts), offset);
    }

    // Moves the work-item's variables that are left, such as arrays, into its context.
    void place_variables() {
        llvm::SmallVector<llvm::AllocaInst*> variables;
        for (llvm::Instruction& instruction : function_.getEntryBlock())
            if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction); variable && !places_.contains(variable))
                variables.push_back(variable);
        for (llvm::AllocaInst* variable : variables) {
            for (llvm::User* user : llvm::make_early_inc_range(variable->users()))
                if (auto* const marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) marker->eraseFromParent();
            const auto size = variable->getAllocationSize(layout_);
            const place at = add_place(size ? size->getFixedValue() : 0, variable->getAlign());
            builder_.SetInsertPoint(variable);
            variable->replaceAllUsesWith(address(function_, at));
            variable->eraseFromParent();
        }
    }

    // Creates the region that begins at the beginning of the function (0) or at a stop.
    llvm::Function* create_region(unsigned number) {
        auto* const type = llvm::FunctionType::get(builder_.getInt32Ty(), function_.getFunctionType()->params(), false);
        auto* const region = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                                    function_.getName() + ".region" + llvm::Twine(number), module_);
        llvm::ValueToValueMapTy copies;
        for (llvm::Argument& argument : function_.args()) {
            copies[&argument] = region->getArg(argument.getArgNo());
            region->getArg(argument.getArgNo())->setName(argument.getName());
        }
        llvm::SmallVector<llvm::ReturnInst*, 4> returns;
        llvm::CloneFunctionInto(region, &function_, copies, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
        const auto copy_of = [&](llvm::Value* original) { return static_cast<llvm::Value*>(copies[original]); };

        for (llvm::ReturnInst* each : returns) {
            builder_.SetInsertPoint(each);
            builder_.CreateRet(builder_.getInt32(0));
            each->eraseFromParent();
        }
        for (unsigned i = 0; i < stops_.size(); ++i) {
            auto* const call = llvm::cast<llvm::CallInst>(copy_of(stops_[i].call));
            llvm::Instruction* const end = call->getParent()->getTerminator();
            builder_.SetInsertPoint(call);
            for (llvm::AllocaInst* slot : live_slots_[i])
                builder_.CreateStore(builder_.CreateLoad(slot->getAllocatedType(), copy_of(slot)),
                                     address(*region, places_.at(slot)));
            builder_.CreateRet(builder_.getInt32(i + 1));
            for (llvm::BasicBlock* next : llvm::successors(call->getParent())) next->removePredecessor(call->getParent(), true);
            end->eraseFromParent();
            call->eraseFromParent();
        }
        if (number > 0) begin_at_stop(*region, number - 1, copy_of);
        llvm::removeUnreachableBlocks(*region);
        promote_variables(*region);
        region->addFnAttr(llvm::Attribute::AlwaysInline);
        return region;
    }

    template <typename Copy>
    void begin_at_stop(llvm::Function& region, unsigned index, const Copy& copy_of) {
        llvm::Instruction* const end = region.getEntryBlock().getTerminator();
        builder_.SetInsertPoint(end);
        for (llvm::AllocaInst* slot : live_slots_[index]) {
            llvm::Value* const value = builder_.CreateLoad(slot->getAllocatedType(), address(region, places_.at(slot)));
            builder_.CreateStore(value, copy_of(slot));
        }
        builder_.CreateBr(llvm::cast<llvm::BasicBlock>(copy_of(after_[index])));
        end->getSuccessor(0)->removePredecessor(&region.getEntryBlock(), true);
        end->eraseFromParent();
    }

    static void promote_variables(llvm::Function& region) {
        std::vector<llvm::AllocaInst*> variables;
        for (llvm::Instruction& instruction : region.getEntryBlock())
            if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
                variable && llvm::isAllocaPromotable(variable))
                variables.push_back(variable);
        llvm::DominatorTree dominators(region);
        if (!variables.empty()) llvm::PromoteMemToReg(variables, dominators);
    }

    item_kernel& kernel_;
    llvm::Function& function_;
    llvm::Module& module_;
    const llvm::DataLayout& layout_;
    llvm::IRBuilder<> builder_;
    llvm::ArrayRef<stop> stops_;
    llvm::SmallVector<llvm::BasicBlock*> after_;  // the block after each stop
    llvm::BasicBlock* first_block_ = nullptr;
    std::vector<llvm::SmallVector<llvm::AllocaInst*>> live_slots_;  // for each stop, the variables of the values that survive it
    llvm::DenseMap<llvm::AllocaInst*, place> places_;
};

}  // namespace

split_kernel split_at_stops(item_kernel& kernel, llvm::ArrayRef<stop> stops) { return splitter(kernel, stops).run(); }

}  // namespace ingot::compiler::cpu
