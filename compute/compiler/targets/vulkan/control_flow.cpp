// Regions as SPIR-V's structured control flow. Each construct has a merge block of its own.
#include <stdexcept>

#include "function_writer.hpp"

namespace ingot::compiler::vulkan {

void function_writer::open(spirv_id label) {
    emit_plain(spv::OpLabel, {label});
    is_open_ = true;
}

void function_writer::branch(spirv_id label) {
    if (!is_open_) return;
    emit_plain(spv::OpBranch, {label});
    is_open_ = false;
}

// Begins the block that follows a construct. If no path leads there, nothing follows.
void function_writer::open_merge(spirv_id label, bool is_reached) {
    open(label);
    if (is_reached) return;
    emit_plain(spv::OpUnreachable, {});
    is_open_ = false;
}

void function_writer::write_list(const region_list& list) {
    for (const region& each : list) write_region(each);
}

void function_writer::write_region(const region& each) {
    if (!is_open_) throw std::logic_error("internal error: a region follows a jump");
    switch (each.kind) {
        case region_kind::block:
            return write_block(*each.block);
        case region_kind::edge:
            return write_copies(*each.block, *each.target);
        case region_kind::condition:
            return write_condition(each);
        case region_kind::loop:
            return write_loop(each);
        case region_kind::once:
            return write_once(each);
        case region_kind::choice:
            return each.is_chain ? write_chain(each) : write_choice(each);
        case region_kind::leave:
            is_left_ = true;
            return branch(leave_);
        case region_kind::next:
            return branch(next_);
        case region_kind::end:
            return write_end(*each.block);
    }
}

void function_writer::write_block(llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis())
        if (!phi.use_empty()) define(phi, emit(spv::OpLoad, type(*phi.getType()), {phis_.at(&phi)}));
    for (llvm::Instruction& instruction : block)
        if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator()) write_instruction(instruction);
}

// The values of the phis were loaded at the beginning of their blocks, so that the order of the stores does not matter.
void function_writer::write_copies(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    for (llvm::PHINode& phi : to.phis()) {
        const llvm::Value& incoming = *phi.getIncomingValueForBlock(&from);
        if (!phi.use_empty() && &incoming != &phi && !llvm::isa<llvm::UndefValue>(incoming))
            emit_plain(spv::OpStore, {phis_.at(&phi), value(incoming)});
    }
}

void function_writer::write_condition(const region& each) {
    const auto& terminator = llvm::cast<llvm::BranchInst>(*each.block->getTerminator());
    const spirv_id condition = value(*terminator.getCondition());
    const spirv_id merge = module_.fresh();
    const spirv_id first = module_.fresh();
    const spirv_id second = each.second.empty() ? merge : module_.fresh();
    emit_plain(spv::OpSelectionMerge, {merge, 0});
    emit_plain(spv::OpBranchConditional, {condition, first, second});
    open(first);
    write_list(each.first);
    bool is_reached = is_open_ || second == merge;
    branch(merge);
    if (second != merge) {
        open(second);
        write_list(each.second);
        is_reached |= is_open_;
        branch(merge);
    }
    open_merge(merge, is_reached);
}

// Makes a variable that is stored in a loop and loaded after it have two values after the loop, of which one is never used. For
//   loop { x = …; if (c) break; } … x …
// it is
//   loop { if (unknown_false()) { x = 0; break; } x = …; if (c) break; } … x …
// lavapipe executes a loop for several work-items at once, until the last one leaves it. If x has one value after the loop, that
// is the value of the last repetition, for all work-items. Two values are stored by each work-item where it leaves the loop.
void function_writer::keep_values_after(const region& loop) {
    const auto found = loop_values_.after.find(&loop);
    if (found == loop_values_.after.end()) return;
    const spirv_id condition = unknown_false();
    const spirv_id never = module_.fresh();
    const spirv_id always = module_.fresh();
    emit_plain(spv::OpSelectionMerge, {always, 0});
    emit_plain(spv::OpBranchConditional, {condition, never, always});
    open(never);
    for (const llvm::PHINode* const phi : found->second.phis)
        emit_plain(spv::OpStore, {phis_.at(phi), module_.zero_of(*phi->getType())});
    for (const llvm::Instruction* const result : found->second.results)
        emit_plain(spv::OpStore, {kept_variable(*result), module_.zero_of(*result->getType())});
    branch(leave_);
    open(always);
}

void function_writer::write_loop(const region& each) {
    const spirv_id header = module_.fresh();
    const spirv_id body = module_.fresh();
    const spirv_id again = module_.fresh();
    const spirv_id merge = module_.fresh();
    branch(header);
    open(header);
    emit_plain(spv::OpLoopMerge, {merge, again, 0});
    branch(body);
    open(body);
    const auto around = std::tuple(leave_, next_, is_left_);
    leave_ = merge;
    next_ = again;
    is_left_ = false;
    open_loops_.push_back(&each);
    keep_values_after(each);
    write_list(each.first);
    open_loops_.pop_back();
    branch(again);
    open(again);
    branch(header);
    const bool is_reached = is_left_;
    std::tie(leave_, next_, is_left_) = around;
    open_merge(merge, is_reached);
}

// A switch with a default and no case, which a jump can leave.
void function_writer::write_once(const region& each) {
    const spirv_id merge = module_.fresh();
    const spirv_id body = module_.fresh();
    emit_plain(spv::OpSelectionMerge, {merge, 0});
    emit_plain(spv::OpSwitch, {word(0), body});
    open(body);
    const auto around = std::tuple(leave_, is_left_);
    leave_ = merge;
    is_left_ = false;
    write_list(each.first);
    const bool is_reached = is_left_ || is_open_;
    branch(merge);
    std::tie(leave_, is_left_) = around;
    open_merge(merge, is_reached);
}

words function_writer::switch_literal(const llvm::ConstantInt& value) const {
    const uint64_t number = value.getZExtValue();
    if (value.getBitWidth() == 64) return {static_cast<uint32_t>(number), static_cast<uint32_t>(number >> 32)};
    return {static_cast<uint32_t>(number)};
}

void function_writer::write_choice(const region& each) {
    const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
    spirv_id selector = value(*choice.getCondition());
    if (choice.getCondition()->getType()->isIntegerTy(1))
        selector = emit(spv::OpSelect, int_type(32), {selector, word(1), word(0)});
    const spirv_id merge = module_.fresh();
    words operands {selector, 0};
    std::vector<spirv_id> labels;
    for (const region_case& one : each.cases) {
        labels.push_back(module_.fresh());
        if (one.is_default) operands[1] = labels.back();
        for (const llvm::ConstantInt* const own : one.values) {
            const words literal = switch_literal(*own);
            operands.insert(operands.end(), literal.begin(), literal.end());
            operands.push_back(labels.back());
        }
    }
    emit_plain(spv::OpSelectionMerge, {merge, 0});
    emit_plain(spv::OpSwitch, operands);
    const auto around = std::tuple(leave_, is_left_);
    leave_ = merge;
    is_left_ = false;
    bool is_reached = false;
    for (size_t i = 0; i < each.cases.size(); ++i) {
        open(labels[i]);
        write_list(each.cases[i].body);
        is_reached |= is_open_;
        branch(merge);
    }
    is_reached |= is_left_;
    std::tie(leave_, is_left_) = around;
    open_merge(merge, is_reached);
}

// A switch as conditions in conditions, so that a jump in a case can leave the loop around it.
void function_writer::write_chain(const region& each) {
    const auto& choice = llvm::cast<llvm::SwitchInst>(*each.block->getTerminator());
    const spirv_id selector = value(*choice.getCondition());
    const region_case* otherwise = nullptr;
    std::vector<std::pair<spirv_id, bool>> merges;  // and whether a case reaches them
    for (const region_case& one : each.cases) {
        if (one.is_default) {
            otherwise = &one;
            continue;
        }
        spirv_id condition = 0;
        const bool is_bool = choice.getCondition()->getType()->isIntegerTy(1);
        for (const llvm::ConstantInt* const own : one.values) {
            const spirv_id is_equal =
                emit(is_bool ? spv::OpLogicalEqual : spv::OpIEqual, module_.bool_type(), {selector, constant(*own)});
            condition = condition ? emit(spv::OpLogicalOr, module_.bool_type(), {condition, is_equal}) : is_equal;
        }
        const spirv_id merge = module_.fresh();
        const spirv_id body = module_.fresh();
        const spirv_id rest = module_.fresh();
        emit_plain(spv::OpSelectionMerge, {merge, 0});
        emit_plain(spv::OpBranchConditional, {condition, body, rest});
        open(body);
        write_list(one.body);
        merges.emplace_back(merge, is_open_);
        branch(merge);
        open(rest);
    }
    write_list(otherwise->body);
    while (!merges.empty()) {
        const auto [merge, is_case_open] = merges.back();
        merges.pop_back();
        const bool is_reached = is_case_open || is_open_;
        branch(merge);
        open_merge(merge, is_reached);
    }
}

void function_writer::write_end(const llvm::BasicBlock& block) {
    const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    const llvm::Value* const result = end ? end->getReturnValue() : nullptr;
    if (const auto stored = state_.results.find(&function_); stored != state_.results.end()) {
        if (result) emit_plain(spv::OpStore, {stored->second, value(*result)});
        emit_plain(spv::OpReturn, {});
    } else if (function_.getReturnType()->isVoidTy()) {
        emit_plain(spv::OpReturn, {});
    } else {
        emit_plain(spv::OpReturnValue, {result ? value(*result) : module_.zero_of(*function_.getReturnType())});
    }
    is_open_ = false;
}

}  // namespace ingot::compiler::vulkan
