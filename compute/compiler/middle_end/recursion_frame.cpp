#include "recursion_frame.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace ingot::compiler {

namespace {

// Returns the blocks into which the value is live: it exists at their beginning and is used later. The walk begins at
// the uses and goes from each block to its predecessors until it reaches the block that defines the value.
llvm::SmallPtrSet<llvm::BasicBlock*, 16> live_in_blocks(llvm::Instruction& value) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> live;
    llvm::SmallVector<llvm::BasicBlock*> open;
    const auto add = [&](llvm::BasicBlock* block) {
        if (block != value.getParent() && live.insert(block).second) open.push_back(block);
    };
    for (const llvm::Use& use : value.uses()) {
        auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
        add(phi ? phi->getIncomingBlock(use) : user->getParent());
    }
    while (!open.empty())
        for (llvm::BasicBlock* predecessor : llvm::predecessors(open.pop_back_val())) add(predecessor);
    return live;
}

// Returns those variables whose lifetime includes one of the calls, according to the markers of their lifetimes. A variable
// without markers lives from the function's begin to its end.
llvm::SmallPtrSet<const llvm::AllocaInst*, 8> variables_alive_at(llvm::ArrayRef<llvm::CallInst*> calls,
                                                                 const std::vector<llvm::AllocaInst*>& allocations) {
    const std::vector<const llvm::AllocaInst*> constants(allocations.begin(), allocations.end());
    llvm::StackLifetime lifetimes(*calls.front()->getFunction(), constants, llvm::StackLifetime::LivenessType::May);
    lifetimes.run();
    llvm::SmallPtrSet<const llvm::AllocaInst*, 8> alive;
    for (const llvm::CallInst* call : calls)
        for (const llvm::AllocaInst* variable : constants)
            if (lifetimes.isReachable(call) && lifetimes.isAliveAfter(variable, call)) alive.insert(variable);
    return alive;
}

// Returns a pointer to an element of an array.
llvm::Value* element(llvm::IRBuilder<>& builder, llvm::AllocaInst* array, llvm::Value* index) {
    return builder.CreateInBoundsGEP(array->getAllocatedType(), array, {builder.getInt64(0), index});
}

// Returns the type of memory in which a value is saved: a byte for a bool. Intel's OpenCL driver for CPUs reads arrays of `i1`
// wrongly (found by tests/fuzzing, seed 6003798).
llvm::Type* saved_type(llvm::Type* type) { return type->isIntegerTy(1) ? llvm::Type::getInt8Ty(type->getContext()) : type; }

// Replaces a phi by a variable and returns the instruction that loads the variable. Returns any other value as it is.
llvm::Instruction* without_phi(llvm::Instruction* value, llvm::BranchInst& entry_branch) {
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (!phi) return value;
    llvm::AllocaInst* const variable = llvm::DemotePHIToStack(phi, entry_branch.getIterator());
    const auto load = llvm::find_if(variable->users(), [](llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); });
    return llvm::cast<llvm::Instruction>(*load);
}

}  // namespace

recursion_frames::recursion_frames(llvm::BranchInst& entry_branch, llvm::AllocaInst& level, uint64_t max_depth)
    : function_(*entry_branch.getFunction()),
      entry_branch_(entry_branch),
      level_(level),
      max_depth_(max_depth),
      integer_(llvm::Type::getInt64Ty(entry_branch.getContext())) {}

bool recursion_frames::replicate_variables(llvm::ArrayRef<llvm::CallInst*> calls) {
    const llvm::BasicBlock* const header = entry_branch_.getSuccessor(0);
    std::vector<llvm::AllocaInst*> allocations;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            variable && variable->getParent() != entry_branch_.getParent())
            allocations.push_back(variable);
    const llvm::SmallPtrSet<const llvm::AllocaInst*, 8> waiting = variables_alive_at(calls, allocations);

    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    for (llvm::AllocaInst* variable : allocations) {
        if (variable->getParent() != header || !llvm::isa<llvm::ConstantInt>(variable->getArraySize())) return false;
        if (!waiting.contains(variable)) {
            bytes_ += variable->getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
            variable->moveBefore(entry_branch_.getIterator());
            continue;
        }
        // Markers of the variable's lifetime would be wrong for an array that several levels use.
        for (llvm::User* user : llvm::make_early_inc_range(variable->users()))
            if (auto* marker = llvm::cast<llvm::Instruction>(user); marker->isLifetimeStartOrEnd()) marker->eraseFromParent();
        // Replace the variable by an array, and each use by a use of the array's element for the level that runs.
        llvm::Type* type = variable->getAllocatedType();
        if (variable->isArrayAllocation())
            type = llvm::ArrayType::get(type, llvm::cast<llvm::ConstantInt>(variable->getArraySize())->getZExtValue());
        // Clang may align a variable more than its type requires, for example an array of 36 bytes to 16 bytes. Each element of
        // the new array must have the variable's alignment.
        const uint64_t bytes = layout.getTypeAllocSize(type);
        const uint64_t aligned_bytes = llvm::alignTo(bytes, variable->getAlign());
        if (aligned_bytes > bytes) {
            auto* const padding = llvm::ArrayType::get(llvm::Type::getInt8Ty(type->getContext()), aligned_bytes - bytes);
            type = llvm::StructType::get(type->getContext(), {type, padding}, true);
        }
        auto* const array = create_array(type, max_depth_ + 1);
        array->setAlignment(variable->getAlign());
        bytes_ += aligned_bytes * (max_depth_ + 1);
        for (llvm::Use& use : llvm::make_early_inc_range(variable->uses())) {
            auto* place = llvm::cast<llvm::Instruction>(use.getUser());
            if (auto* phi = llvm::dyn_cast<llvm::PHINode>(place)) place = phi->getIncomingBlock(use)->getTerminator();
            llvm::IRBuilder<> builder(place);
            use.set(element(builder, array, builder.CreateLoad(integer_, &level_)));
        }
        variable->eraseFromParent();
    }
    return true;
}

bool recursion_frames::find_live_values(llvm::ArrayRef<llvm::CallInst*> calls) {
    // A value lives across a call if it is live into the block after the call.
    llvm::DenseMap<llvm::BasicBlock*, llvm::CallInst*> call_before_block;
    for (llvm::CallInst* call : calls) call_before_block[call->getParent()->getSingleSuccessor()] = call;
    for (llvm::Instruction& value : llvm::instructions(function_)) {
        if (value.getParent() == entry_branch_.getParent()) continue;  // the first block runs once: its values never change
        for (llvm::BasicBlock* block : live_in_blocks(value))
            if (const auto found = call_before_block.find(block); found != call_before_block.end()) {
                live_values_.insert(&value);
                live_across_call_[found->second].push_back(&value);
            }
    }
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    for (const llvm::Instruction* value : live_values_)
        bytes_ += layout.getTypeAllocSize(saved_type(value->getType())) * max_depth_;
    return bytes_ <= greatest_frame_bytes;
}

void recursion_frames::allocate() {
    for (llvm::Instruction* value : live_values_) {
        slot& own = slots_[value];
        own.saved = create_array(saved_type(value->getType()), max_depth_);
        own.current = llvm::DemoteRegToStack(*without_phi(value, entry_branch_), false, entry_branch_.getIterator());
    }
    continuations_ = create_array(integer_, max_depth_);
}

void recursion_frames::save(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::Value* level) {
    for (llvm::Instruction* value : live_across_call_[&call]) {
        const slot& own = slots_[value];
        llvm::Type* const type = own.current->getAllocatedType();
        llvm::Value* const loaded = builder.CreateLoad(type, own.current);
        builder.CreateStore(type == saved_type(type) ? loaded : builder.CreateZExt(loaded, saved_type(type)),
                            element(builder, own.saved, level));
    }
}

void recursion_frames::restore(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::Value* level) {
    for (llvm::Instruction* value : live_across_call_[&call]) {
        const slot& own = slots_[value];
        llvm::Type* const type = own.current->getAllocatedType();
        llvm::Value* const loaded = builder.CreateLoad(saved_type(type), element(builder, own.saved, level));
        builder.CreateStore(type == saved_type(type) ? loaded : builder.CreateTrunc(loaded, type), own.current);
    }
}

void recursion_frames::store_continuation(llvm::IRBuilder<>& builder, uint64_t number, llvm::Value* level) {
    builder.CreateStore(builder.getInt64(number), element(builder, continuations_, level));
}

llvm::Value* recursion_frames::load_continuation(llvm::IRBuilder<>& builder, llvm::Value* level) {
    return builder.CreateLoad(integer_, element(builder, continuations_, level));
}

llvm::AllocaInst* recursion_frames::create_array(llvm::Type* type, uint64_t count) {
    auto* const array = new llvm::AllocaInst(llvm::ArrayType::get(type, count), 0, "", entry_branch_.getParent()->begin());
    array->setMetadata(recursion_array, llvm::MDNode::get(array->getContext(), {}));
    return array;
}

}  // namespace ingot::compiler
