// Ends each work-item that calls a failing function (failing_functions.hpp). From
//   define void @scale(ptr addrspace(1) %values, ptr addrspace(1) %failures) {
//     …
//     call void @__assert_fail(ptr @"x > 0", ptr @"scale.kernels.cpp", i32 7, ptr @"scale")
//     unreachable
// the pass makes
//     br label %fail
//   fail:
//     …                        ; the first work-item that fails stores its global_id and the text in the record %failures
//     ret void
// and at the beginning of the kernel, so that further work-groups end at once:
//     %is_set = load volatile i32, ptr addrspace(1) %failures          ; return if it is not 0
//
// In a kernel with barriers this is right only if barriers ignore work-items that have ended
// (target_traits::barriers_ignore_ended_items). On other targets all work-items of a group must reach the same barriers. There
// the failed work-item marks its group as failed and goes to the next barrier of its group, after which the whole group ends:
//   fail:
//     …
//     store i32 1, ptr addrspace(3) %mark
//     br label %barrier
//   barrier:
//     call void @ingot_device_barrier(i32 3)
//     %is_marked = load i32, ptr addrspace(3) %mark                    ; return if it is not 0
//     …
// If it depends on a condition which barrier follows a failure, or whether a barrier or the end of the kernel follows, the pass
// adds a barrier before them, at a place that all work-items of the group reach. It also adds a barrier at the end of the
// kernel: a driver that runs the work-items one after another, such as PoCL, would otherwise treat the branch that ends a
// failed group as a branch that only some work-items take. There are two marks, and the group switches from one to the other
// at each barrier after which it ends if it has failed: a fast work-item that fails after a barrier must not change the mark
// that a slow work-item still reads after the same barrier.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cstddef>
#include <ingot/archive/failures.hpp>
#include <ingot/language/device_functions.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "address_spaces.hpp"
#include "device_functions.hpp"
#include "failing_functions.hpp"
#include "passes.hpp"
#include "user_location.hpp"

namespace ingot::compiler {

namespace {

using blocks = llvm::SmallSetVector<llvm::BasicBlock*, 8>;

constexpr unsigned record_word_bytes = 4;
constexpr llvm::StringRef barrier_name = "ingot_device_barrier";

bool is_barrier(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == barrier_name;
}

// Returns the first call of a failing function in each block. What follows it is never reached.
llvm::SmallVector<llvm::CallInst*> failing_calls_of(llvm::Function& function) {
    const auto is_failing = [](const llvm::Instruction& instruction) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        return call && call->getCalledFunction() && is_failing_function(*call->getCalledFunction());
    };
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::BasicBlock& block : function)
        if (const auto found = llvm::find_if(block, is_failing); found != block.end())
            calls.push_back(llvm::cast<llvm::CallInst>(&*found));
    return calls;
}

// Returns the text of the record: the kernel's name, the place and the reason.
std::string text_of(const llvm::CallInst& call, const device_module& unit, const std::string& kernel) {
    std::string place = failure_place(call);
    if (place.empty()) {
        const source_location location = user_location(call, unit);
        place = location.file + ":" + std::to_string(location.line);
    }
    const std::string text = kernel + "\n" + place + ": " + failure_reason(call);
    constexpr size_t longest = std::tuple_size_v<decltype(archive::failure_record::text)> - 1;
    return text.substr(0, longest);
}

// Moves values that several blocks use into variables, so that the control flow can be changed. SROA removes these variables.
void keep_values_in_variables(llvm::Function& function) {
    const auto is_used_elsewhere = [](const llvm::Instruction& value) {
        return llvm::any_of(value.users(), [&](const llvm::User* user) {
            const auto* const used = llvm::cast<llvm::Instruction>(user);
            return used->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(used);
        });
    };
    llvm::SmallVector<llvm::Instruction*> values;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const bool is_variable = llvm::isa<llvm::AllocaInst>(instruction) && instruction.getParent() == &function.getEntryBlock();
        if (!is_variable && is_used_elsewhere(instruction)) values.push_back(&instruction);
    }
    for (llvm::Instruction* value : values) llvm::DemoteRegToStack(*value);
    llvm::SmallVector<llvm::PHINode*> merged;
    for (llvm::BasicBlock& block : function)
        for (llvm::PHINode& phi : block.phis()) merged.push_back(&phi);
    for (llvm::PHINode* phi : merged) llvm::DemotePHIToStack(phi);
}

// Rewrites one kernel.
class failure_stopper {
public:
    failure_stopper(const device_module& unit, llvm::Function& function, const std::string& kernel,
                    std::vector<diagnostic>& errors)
        : unit_(unit),
          kernel_(kernel),
          function_(function),
          module_(*function.getParent()),
          context_(function.getContext()),
          record_(function.getArg(static_cast<unsigned>(function.arg_size()) - 1)),
          word_(llvm::Type::getInt32Ty(context_)),
          errors_(errors) {}

    void run() {
        const llvm::SmallVector<llvm::CallInst*> calls = failing_calls_of(function_);
        if (calls.empty()) return;
        move_variables_to_begin();
        const bool has_barriers = llvm::any_of(llvm::instructions(function_), is_barrier);
        if (has_barriers && !unit_.compiled_for->traits().barriers_ignore_ended_items)
            stop_groups(calls);
        else
            stop_items(calls);
    }

private:
    // What is left of a call: the instruction `unreachable` in its place, the text for the record, and the author's line.
    struct failure {
        llvm::Instruction* end;
        std::string text;
        source_location location;
        llvm::BasicBlock* block() const { return end->getParent(); }
    };

    // Removes the calls and the instructions after them in their blocks.
    std::vector<failure> remove_calls(llvm::ArrayRef<llvm::CallInst*> calls) {
        std::vector<failure> failures;
        for (llvm::CallInst* call : calls) {
            llvm::BasicBlock* const block = call->getParent();
            std::string text = text_of(*call, unit_, kernel_);
            source_location location = user_location(*call, unit_);
            llvm::changeToUnreachable(call);
            failures.push_back({block->getTerminator(), std::move(text), std::move(location)});
        }
        return failures;
    }

    // Lets each failed work-item end without the other work-items of its group. A work-item that begins after a failure ends at
    // once.
    void stop_items(llvm::ArrayRef<llvm::CallInst*> calls) {
        const std::vector<failure> failures = remove_calls(calls);
        llvm::BasicBlock* const end = add_end();
        add_report(failures, end);
        llvm::BasicBlock* const begin = split_after_variables();
        llvm::IRBuilder<> builder(begin->getSinglePredecessor()->getTerminator());
        branch_if_set(builder, load_record(builder), end, begin);
    }

    // Lets all work-items of a group end together if one of them has failed.
    void stop_groups(llvm::ArrayRef<llvm::CallInst*> calls) {
        const std::vector<failure> failures = remove_calls(calls);
        separate_points();
        keep_values_in_variables(function_);
        std::vector<llvm::BasicBlock*> next;  // for each failure
        while (!find_next_points(failures, next))
            if (!errors_.empty()) return;

        add_marks();
        llvm::BasicBlock* const end = add_end();
        llvm::MapVector<llvm::BasicBlock*, std::vector<failure>> before;  // the failures before each point; null: before none
        for (size_t i = 0; i < failures.size(); ++i) before[next[i]].push_back(failures[i]);
        if (!before.contains(last_)) make_barrier(last_, end);
        for (const auto& [point, group] : before) {
            if (point) make_barrier(point, end);
            add_report(group, point ? add_mark(point) : end);
        }
        begin_groups(end);
    }

    // Finds the points: the barriers and the end of the kernel. Gives each barrier a block of its own, and the kernel a single
    // block that returns.
    void separate_points() {
        last_ = add_end();
        llvm::SmallVector<llvm::Instruction*> found;
        for (llvm::Instruction& instruction : llvm::instructions(function_))
            if (is_barrier(instruction) || (llvm::isa<llvm::ReturnInst>(instruction) && instruction.getParent() != last_))
                found.push_back(&instruction);
        for (llvm::Instruction* each : found) {
            if (!is_barrier(*each)) {
                llvm::IRBuilder<>(each).CreateBr(last_);
                each->eraseFromParent();
                continue;
            }
            llvm::BasicBlock* const block = each->getParent()->splitBasicBlock(each);
            block->splitBasicBlock(each->getNextNode());
            points_.insert(block);
        }
        points_.insert(last_);
    }

    // Finds for each failure the point that work-items reach next if they do not fail there; null if all of them fail. Returns
    // false if several points can be the next one for a failure. Then it has added a point before them, and must be called
    // again, or it has added an error.
    bool find_next_points(llvm::ArrayRef<failure> failures, std::vector<llvm::BasicBlock*>& next) {
        next.clear();
        find_alive_blocks();
        for (const failure& each : failures) {
            const blocks before = blocks_before(each.block());
            const blocks points = points_behind(before, nullptr);
            if (points.size() > 1) {
                if (llvm::BasicBlock* const common = find_common_block(before)) {
                    common->splitBasicBlock(common->getFirstInsertionPt());
                    points_.insert(common);
                } else {
                    errors_.push_back({each.location,
                                       "on " + std::string(unit_.compiled_for->traits().title) +
                                           ", it must be known which barrier follows the place where a work-item can fail",
                                       "check the condition before the kernel decides about a barrier"});
                }
                return false;
            }
            next.push_back(points.empty() ? nullptr : points.front());
        }
        return true;
    }

    // Finds the blocks from which a point can be reached.
    void find_alive_blocks() {
        alive_ = points_;
        for (size_t i = 0; i < alive_.size(); ++i)
            for (llvm::BasicBlock* before : llvm::predecessors(alive_[i])) alive_.insert(before);
    }

    // Returns the blocks whose branches decide whether a work-item comes to the block `failing`. Returns none if all work-items
    // that leave the last barrier before `failing` come to it.
    blocks blocks_before(llvm::BasicBlock* failing) const {
        blocks found;
        blocks failed;
        failed.insert(failing);
        for (size_t i = 0; i < failed.size(); ++i)
            for (llvm::BasicBlock* before : llvm::predecessors(failed[i]))
                if (!alive_.contains(before))
                    failed.insert(before);
                else if (!points_.contains(before))
                    found.insert(before);
        return found;
    }

    // Returns the points that work-items can reach next from the ends of these blocks, on paths that do not go through the
    // block `avoided`. `visited` receives all blocks on these paths.
    blocks points_behind(const blocks& begin, const llvm::BasicBlock* avoided, blocks* visited = nullptr) const {
        blocks found;
        blocks open;
        const auto add_successors = [&](llvm::BasicBlock* block) {
            for (llvm::BasicBlock* after : llvm::successors(block))
                if (after != avoided && alive_.contains(after)) (points_.contains(after) ? found : open).insert(after);
        };
        for (llvm::BasicBlock* block : begin) add_successors(block);
        for (size_t i = 0; i < open.size(); ++i) add_successors(open[i]);
        if (visited) *visited = open;
        return found;
    }

    // Returns the last points that work-items can have passed before they come to a block. The first block of the kernel counts
    // as a point.
    blocks points_before(llvm::BasicBlock* block) const {
        blocks found;
        blocks open;
        open.insert(block);
        for (size_t i = 0; i < open.size(); ++i) {
            if (open[i] == &function_.getEntryBlock()) found.insert(open[i]);
            for (llvm::BasicBlock* before : llvm::predecessors(open[i])) (points_.contains(before) ? found : open).insert(before);
        }
        return found;
    }

    // Returns a block after these blocks in which a barrier can be placed: between two points, either all work-items of a group
    // go through it once, or none of them. Returns null if no such block is found.
    llvm::BasicBlock* find_common_block(const blocks& before) const {
        blocks candidates;
        points_behind(before, nullptr, &candidates);
        for (llvm::BasicBlock* candidate : candidates) {
            if (!points_behind(before, candidate).empty()) continue;  // there is a path around it
            blocks only;
            only.insert(candidate);
            blocks behind;
            const blocks next = points_behind(only, nullptr, &behind);
            if (behind.contains(candidate)) continue;  // it is in a loop without a barrier
            // All work-items of a group come to the same next point. If it is in `next`, they have all gone through the
            // candidate, unless another path leads to this point.
            const blocks around = points_behind(points_before(candidate), candidate);
            if (llvm::none_of(around, [&](llvm::BasicBlock* point) { return next.contains(point); })) return candidate;
        }
        return nullptr;
    }

    // Makes the point a barrier after which a failed group ends. At the end of the kernel there is only the barrier.
    void make_barrier(llvm::BasicBlock* point, llvm::BasicBlock* end) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(*point))
            if (is_barrier(instruction)) instruction.eraseFromParent();
        llvm::IRBuilder<> builder(point->getTerminator());
        add_barrier(builder, detail::memory_scope::local_and_global);
        if (point == last_) return;
        llvm::Value* const slot = builder.CreateLoad(word_, slot_);
        builder.CreateStore(builder.CreateXor(slot, 1), slot_);
        branch_if_set(builder, builder.CreateLoad(word_, mark_at(builder, slot)), end, point->getSingleSuccessor());
    }

    // Returns a block that marks the group as failed, and goes to the next point.
    llvm::BasicBlock* add_mark(llvm::BasicBlock* point) {
        llvm::BasicBlock* const failed = add_block("failed");
        llvm::IRBuilder<> builder(failed);
        builder.CreateStore(builder.getInt32(1), mark_at(builder, builder.CreateLoad(word_, slot_)));
        builder.CreateBr(point);
        return failed;
    }

    // Adds code to the beginning of the kernel. In each group, one work-item sets the first mark if a work-item of another
    // group has failed, and clears it otherwise. After a barrier, all work-items of the group read this mark, and end if it is
    // set.
    void begin_groups(llvm::BasicBlock* end) {
        llvm::BasicBlock* const begin = split_after_variables();
        llvm::BasicBlock* const entry = begin->getSinglePredecessor();
        llvm::BasicBlock* const first = add_block("first_item");
        llvm::BasicBlock* const all = add_block("all_items");
        llvm::IRBuilder<> builder(entry->getTerminator());
        builder.CreateStore(builder.getInt32(1), slot_);
        llvm::Value* position = id(builder, "local_id", 0);
        for (unsigned i = 1; i < 3; ++i) position = builder.CreateOr(position, id(builder, "local_id", i));
        branch_if_set(builder, position, all, first);

        builder.SetInsertPoint(first);
        builder.CreateStore(load_record(builder), mark_at(builder, builder.getInt32(0)));
        builder.CreateStore(builder.getInt32(0), mark_at(builder, builder.getInt32(1)));
        builder.CreateBr(all);

        builder.SetInsertPoint(all);
        add_barrier(builder, detail::memory_scope::local);
        branch_if_set(builder, builder.CreateLoad(word_, mark_at(builder, builder.getInt32(0))), end, begin);
    }

    void add_marks() {
        auto* const type = llvm::ArrayType::get(word_, 2);
        marks_ =
            new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(type),
                                     function_.getName() + ".failed", nullptr, llvm::GlobalValue::NotThreadLocal, local_space);
        marks_->setAlignment(llvm::Align(record_word_bytes));
        slot_ = add_variable("slot");
    }
    llvm::Value* mark_at(llvm::IRBuilder<>& builder, llvm::Value* slot) {
        return builder.CreateInBoundsGEP(marks_->getValueType(), marks_, {builder.getInt32(0), slot});
    }

    void add_barrier(llvm::IRBuilder<>& builder, detail::memory_scope scope) {
        llvm::FunctionCallee barrier = module_.getOrInsertFunction(barrier_name, builder.getVoidTy(), word_);
        llvm::CallInst* const call = builder.CreateCall(barrier, builder.getInt32(static_cast<uint32_t>(scope)));
        call->setAttributes(llvm::cast<llvm::Function>(barrier.getCallee())->getAttributes());
    }

    // Lets the blocks of the failures jump to code that fills in the record, if no other work-item has done so, and that then
    // jumps to `after`.
    void add_report(llvm::ArrayRef<failure> failures, llvm::BasicBlock* after) {
        llvm::BasicBlock* const report = add_block("fail");
        llvm::BasicBlock* const fill = add_block("fill_record");
        llvm::BasicBlock* const copy = add_block("copy_text");

        llvm::IRBuilder<> builder(report);
        const auto count = static_cast<unsigned>(failures.size());
        llvm::PHINode* const text = builder.CreatePHI(builder.getPtrTy(), count);
        llvm::PHINode* const words = builder.CreatePHI(word_, count);
        for (const failure& each : failures) {
            llvm::GlobalVariable* const constant = add_text(each.text);
            llvm::BasicBlock* const block = each.block();
            text->addIncoming(constant, block);
            words->addIncoming(
                builder.getInt32(static_cast<uint32_t>(llvm::cast<llvm::ArrayType>(constant->getValueType())->getNumElements())),
                block);
            each.end->eraseFromParent();
            llvm::IRBuilder<>(block).CreateBr(report);
        }
        llvm::Value* const before =
            builder.CreateAtomicCmpXchg(record_, builder.getInt32(0), builder.getInt32(1), llvm::Align(record_word_bytes),
                                        llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic);
        builder.CreateCondBr(builder.CreateExtractValue(before, 1), fill, after);

        builder.SetInsertPoint(fill);
        for (unsigned i = 0; i < 3; ++i) store_word(builder, builder.getInt32(1 + i), id(builder, "global_id", i));
        builder.CreateBr(copy);

        builder.SetInsertPoint(copy);
        llvm::PHINode* const index = builder.CreatePHI(word_, 2);
        llvm::Value* const next = builder.CreateAdd(index, builder.getInt32(1));
        index->addIncoming(builder.getInt32(0), fill);
        index->addIncoming(next, copy);
        store_word(
            builder, builder.CreateAdd(index, builder.getInt32(offsetof(archive::failure_record, text) / record_word_bytes)),
            builder.CreateAlignedLoad(word_, builder.CreateInBoundsGEP(word_, text, index), llvm::Align(record_word_bytes)));
        builder.CreateCondBr(builder.CreateICmpULT(next, words), copy, after);
    }

    void store_word(llvm::IRBuilder<>& builder, llvm::Value* index, llvm::Value* value) {
        builder.CreateAlignedStore(value, builder.CreateInBoundsGEP(word_, record_, index), llvm::Align(record_word_bytes));
    }

    // Creates a constant with the text as words, of which the last one ends with a 0.
    llvm::GlobalVariable* add_text(const std::string& text) {
        std::vector<uint32_t> words(text.size() / record_word_bytes + 1);
        for (size_t i = 0; i < text.size(); ++i)
            words[i / record_word_bytes] |= uint32_t {static_cast<unsigned char>(text[i])} << (i % record_word_bytes * 8);
        llvm::Constant* const value = llvm::ConstantDataArray::get(context_, words);
        auto* const constant =
            new llvm::GlobalVariable(module_, value->getType(), true, llvm::GlobalValue::InternalLinkage, value, "failure");
        constant->setAlignment(llvm::Align(record_word_bytes));
        return constant;
    }

    llvm::Value* id(llvm::IRBuilder<>& builder, llvm::StringRef name, unsigned dimension) {
        const std::string function_name = (device_function_prefix + "get_" + name).str();
        llvm::FunctionCallee read = module_.getOrInsertFunction(function_name, builder.getInt64Ty(), word_);
        set_effect(*llvm::cast<llvm::Function>(read.getCallee()), find_device_function(function_name)->effect);
        return builder.CreateTrunc(builder.CreateCall(read, builder.getInt32(dimension)), word_);
    }

    // Other work-groups may store at the same time. The load is volatile, so that no compiler moves or repeats it.
    llvm::Value* load_record(llvm::IRBuilder<>& builder) { return builder.CreateLoad(word_, record_, /*isVolatile=*/true); }

    // Replaces the end of the block by a branch that depends on whether the value is 0.
    static void branch_if_set(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::BasicBlock* if_set,
                              llvm::BasicBlock* otherwise) {
        llvm::BasicBlock* const block = builder.GetInsertBlock();
        llvm::Instruction* const old = block->getTerminator();
        builder.CreateCondBr(builder.CreateICmpNE(value, builder.getInt32(0)), if_set, otherwise);
        if (old) old->eraseFromParent();
    }

    void move_variables_to_begin() {
        llvm::BasicBlock& entry = function_.getEntryBlock();
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(entry))
            if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction); variable && variable->isStaticAlloca())
                variable->moveBefore(entry, entry.getFirstInsertionPt());
    }

    // Splits the kernel after the variables at its beginning. Returns the second part.
    llvm::BasicBlock* split_after_variables() {
        llvm::BasicBlock& entry = function_.getEntryBlock();
        auto place = entry.getFirstInsertionPt();
        while (llvm::isa<llvm::AllocaInst>(*place)) ++place;
        return entry.splitBasicBlock(place);
    }

    llvm::BasicBlock* add_block(llvm::StringRef name) { return llvm::BasicBlock::Create(context_, name, &function_); }
    llvm::BasicBlock* add_end() {
        llvm::BasicBlock* const end = add_block("end");
        llvm::IRBuilder<>(end).CreateRetVoid();
        return end;
    }
    llvm::AllocaInst* add_variable(llvm::StringRef name) {
        return llvm::IRBuilder<>(&*function_.getEntryBlock().getFirstInsertionPt()).CreateAlloca(word_, nullptr, name);
    }

    const device_module& unit_;
    const std::string& kernel_;
    llvm::Function& function_;
    llvm::Module& module_;
    llvm::LLVMContext& context_;
    llvm::Value* const record_;
    llvm::Type* const word_;
    std::vector<diagnostic>& errors_;
    blocks points_;                          // the barriers and the end of the kernel, each in a block of its own
    blocks alive_;                           // the blocks from which a point can be reached
    llvm::BasicBlock* last_ = nullptr;       // the point at the end of the kernel
    llvm::GlobalVariable* marks_ = nullptr;  // the two marks; a mark is 1 if a work-item of the group has failed
    llvm::AllocaInst* slot_ = nullptr;       // holds the index of the mark that failed work-items set until the next barrier
};

}  // namespace

std::vector<diagnostic> stop_failed_work_items(device_module& unit) {
    std::vector<diagnostic> errors;
    for (const kernel_entry& kernel : unit.kernels)
        if (archive::can_fail(kernel.reflection))
            failure_stopper(unit, *unit.module->getFunction(kernel.entry_function), kernel.reflection.name, errors).run();
    return errors;
}

}  // namespace ingot::compiler
