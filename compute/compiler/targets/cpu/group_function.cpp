// Creates the function that runs a work-group. For a kernel without stops it is
//   for each work-item: region 0
// If the region has a wide form, that is
//   for each row of work-items
//     for each chunk of the row, with as many work-items as the wide form has lanes
//       if the guard allows it: the wide form of region 0
//       else if there is one and its guard allows it: the wide form for elsewhere
//       else for each work-item of the chunk: region 0
//     the same with the wide form that has fewer lanes, if there is one
//     for each work-item that is left: region 0
// For a kernel with barriers it is
//   next = 0
//   do
//     for each work-item: next = region `next`
//   while next is not 0
// For a kernel with sub-group functions, the work-items of a sub-group go on together until they come to a barrier:
//   next = 0
//   do
//     for each sub-group
//       own = next
//       do
//         for each work-item of the sub-group: own = region `own`     (or its wide form, if they are in one row)
//       while `own` is a stop of the sub-group
//     next = own
//   while next is not 0
// In a kernel in which a work-item can fail, a work-item may end while others wait at a stop. The contexts then also hold the
// number of the region with which each work-item goes on, and a region runs only for the work-items that wait for it.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <array>
#include <ingot/archive/cpu_code.hpp>
#include <ingot/archive/failures.hpp>

#include "../../middle_end/address_spaces.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

constexpr unsigned dimensions = 3;
constexpr unsigned slot_bytes = 8;

// The parameters of a group function.
enum group_parameter : unsigned { launch, group_x, group_y, group_z, local_memory, contexts };

class group_builder {
public:
    group_builder(item_kernel& kernel, const split_kernel& split)
        : kernel_(kernel),
          split_(split),
          module_(*split.regions.front()->getParent()),
          context_(module_.getContext()),
          builder_(context_),
          word_(builder_.getInt32Ty()),
          tracks_items_(split.regions.size() > 1 && archive::can_fail(kernel.entry->reflection)) {
        if (tracks_items_) {
            states_offset_ = llvm::alignTo(kernel_.context_bytes, 16);
            kernel_.context_bytes = llvm::alignTo(states_offset_ + 4, archive::cpu::memory_alignment);
        }
    }

    llvm::Function* run() {
        auto* const pointer = builder_.getPtrTy();
        auto* const type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, word_, word_, word_, pointer, pointer}, false);
        function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                           kernel_.entry->reflection.symbol + std::string(archive::cpu::group_ending), module_);
        function_->addFnAttr(llvm::Attribute::NoUnwind);
        function_->addParamAttr(launch, llvm::Attribute::ReadOnly);
        for (const unsigned each : {launch, contexts}) function_->addParamAttr(each, llvm::Attribute::NoAlias);
        for (const unsigned each : {local_memory, contexts})
            function_->addParamAttr(each,
                                    llvm::Attribute::getWithAlignment(context_, llvm::Align(archive::cpu::memory_alignment)));
        builder_.SetInsertPoint(add_block("entry"));
        load_arguments();
        create_loops();
        builder_.CreateRetVoid();
        add_needs();
        return function_;
    }

private:
    llvm::BasicBlock* add_block(const llvm::Twine& name) { return llvm::BasicBlock::Create(context_, name, function_); }

    // Loads something that does not change while the group runs.
    llvm::Value* load_constant(llvm::Type* type, llvm::Value* address, const llvm::Twine& name = "") {
        llvm::LoadInst* const load = builder_.CreateLoad(type, address, name);
        load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context_, {}));
        return load;
    }
    llvm::Value* byte_at(llvm::Value* base, uint64_t offset) {
        return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), base, builder_.getInt64(offset));
    }

    // Loads the kernel's arguments and the sizes.
    void load_arguments() {
        llvm::Value* const common = function_->getArg(launch);
        for (unsigned i = 0; i < dimensions; ++i) {
            size_[i] = load_constant(word_, byte_at(common, offsetof(archive::cpu::launch, local_size) + uint64_t {4} * i),
                                     "local_size");
            count_[i] = load_constant(word_, byte_at(common, offsetof(archive::cpu::launch, group_count) + uint64_t {4} * i),
                                      "group_count");
        }
        items_ = builder_.CreateNUWMul(builder_.CreateNUWMul(size_[0], size_[1]), size_[2], "items");
        local_ = builder_.CreateAddrSpaceCast(function_->getArg(local_memory), builder_.getPtrTy(local_space));
        llvm::Value* const slots = load_constant(builder_.getPtrTy(), common, "arguments");
        const llvm::Function& region = *split_.regions.front();
        const auto& parameters = kernel_.entry->reflection.parameters;
        for (unsigned i = 0; i < parameters.size(); ++i) {
            const llvm::Argument& argument = *region.getArg(i);
            llvm::Value* const slot = byte_at(slots, uint64_t {i} * slot_bytes);
            arguments_.push_back(load_argument(parameters[i], argument, slot));
        }
    }

    llvm::Value* load_argument(const archive::parameter& parameter, const llvm::Argument& argument, llvm::Value* slot) {
        if (parameter.kind == archive::parameter_kind::local)
            return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), local_, load_constant(builder_.getInt64Ty(), slot));
        if (argument.getType()->isPointerTy()) return load_constant(argument.getType(), slot, argument.getName());
        llvm::Value* const value = load_constant(builder_.getPtrTy(), slot);
        return load_constant(argument.getType(), value, argument.getName());
    }

    // The item of a loop over work-items: its index in the group, and its position.
    struct position {
        llvm::Value* item;
        std::array<llvm::Value*, dimensions> local;
    };

    llvm::Value* call_region(unsigned number, const position& at) { return call_function(*split_.regions[number], at); }

    // Calls a region or a form of it.
    llvm::Value* call_function(llvm::Function& function, const position& at) {
        std::vector<llvm::Value*> arguments = arguments_;
        for (unsigned i = 0; i < dimensions; ++i) arguments.push_back(function_->getArg(group_x + i));
        arguments.insert(arguments.end(), at.local.begin(), at.local.end());
        arguments.insert(arguments.end(), size_.begin(), size_.end());
        arguments.insert(arguments.end(), count_.begin(), count_.end());
        arguments.insert(arguments.end(), {at.item, local_, function_->getArg(contexts)});
        return builder_.CreateCall(&function, arguments);
    }

    llvm::Value* state_of(llvm::Value* item) {
        llvm::Value* const begin =
            builder_.CreateNUWMul(builder_.CreateZExt(items_, builder_.getInt64Ty()), builder_.getInt64(states_offset_));
        llvm::Value* const states = builder_.CreateInBoundsGEP(builder_.getInt8Ty(), function_->getArg(contexts), begin);
        return builder_.CreateInBoundsGEP(word_, states, builder_.CreateZExt(item, builder_.getInt64Ty()));
    }

    // Runs a region for one work-item. Returns the number of the region that follows for the work-items so far: `before` is the
    // number without this one.
    llvm::Value* run_item(unsigned number, const position& at, llvm::Value* before) {
        if (!tracks_items_) return call_region(number, at);
        llvm::Value* const state = state_of(at.item);
        llvm::BasicBlock* const start = builder_.GetInsertBlock();
        llvm::BasicBlock* const run = add_block("run");
        llvm::BasicBlock* const done = add_block("done");
        if (number == 0)
            builder_.CreateBr(run);
        else
            builder_.CreateCondBr(builder_.CreateICmpEQ(builder_.CreateLoad(word_, state), builder_.getInt32(number)), run, done);
        builder_.SetInsertPoint(run);
        llvm::Value* const next = call_region(number, at);
        builder_.CreateStore(next, state);
        llvm::Value* const known = builder_.CreateSelect(builder_.CreateICmpNE(next, builder_.getInt32(0)), next, before);
        llvm::BasicBlock* const end = builder_.GetInsertBlock();
        builder_.CreateBr(done);
        builder_.SetInsertPoint(done);
        if (number == 0) return known;
        llvm::PHINode* const result = builder_.CreatePHI(word_, 2);
        result->addIncoming(before, start);
        result->addIncoming(known, end);
        return result;
    }

    // Creates a loop that counts `count` times, which is not 0. `body` gets the index and the value that the previous iteration
    // returned, and returns a value. The function returns that of the last iteration.
    template <typename Body>
    llvm::Value* create_loop(llvm::Value* count, llvm::Value* initial, const llvm::Twine& name, const Body& body,
                             bool is_short = false) {
        llvm::BasicBlock* const before = builder_.GetInsertBlock();
        llvm::BasicBlock* const head = add_block(name);
        llvm::BasicBlock* const exit = add_block(name + ".end");
        builder_.CreateBr(head);
        builder_.SetInsertPoint(head);
        llvm::PHINode* const index = builder_.CreatePHI(word_, 2, name + ".index");
        llvm::PHINode* const carried = builder_.CreatePHI(word_, 2);
        index->addIncoming(builder_.getInt32(0), before);
        carried->addIncoming(initial, before);
        llvm::Value* const result = body(index, carried);
        llvm::Value* const next = builder_.CreateAdd(index, builder_.getInt32(1), "", true, true);
        index->addIncoming(next, builder_.GetInsertBlock());
        carried->addIncoming(result, builder_.GetInsertBlock());
        llvm::BranchInst* const branch = builder_.CreateCondBr(builder_.CreateICmpULT(next, count), head, exit);
        if (is_short) branch->setMetadata(llvm::LLVMContext::MD_loop, keep_as_it_is());
        builder_.SetInsertPoint(exit);
        return result;
    }

    // LLVM neither unrolls nor vectorises a loop with this metadata.
    llvm::MDNode* keep_as_it_is() {
        const auto property = [&](const char* name) { return llvm::MDNode::get(context_, llvm::MDString::get(context_, name)); };
        llvm::Metadata* const is_vectorised[] {llvm::MDString::get(context_, "llvm.loop.isvectorized"),
                                               llvm::ConstantAsMetadata::get(builder_.getInt32(1))};
        llvm::MDNode* const loop = llvm::MDNode::getDistinct(
            context_, {nullptr, property("llvm.loop.unroll.disable"), llvm::MDNode::get(context_, is_vectorised)});
        loop->replaceOperandWith(0, loop);
        return loop;
    }

    // Runs a region for all work-items of the group. Returns the number of the region that follows.
    llvm::Value* run_all(unsigned number) {
        const auto row_index = [&](llvm::Value* z, llvm::Value* y) {
            return builder_.CreateNUWAdd(builder_.CreateNUWMul(z, size_[1]), y);
        };
        return create_loop(size_[2], builder_.getInt32(0), "z", [&](llvm::Value* z, llvm::Value* after_z) {
            return create_loop(size_[1], after_z, "y", [&](llvm::Value* y, llvm::Value* after_y) {
                return run_row(number, builder_.CreateNUWMul(row_index(z, y), size_[0]), y, z, after_y);
            });
        });
    }

    // Returns the wide forms that have one of a region.
    std::vector<const wide_forms*> forms_of(unsigned number) const {
        std::vector<const wide_forms*> found;
        if (tracks_items_) return found;
        for (const wide_forms& each : split_.wide)
            if (each.regions[number].function) found.push_back(&each);
        return found;
    }

    // Runs a region for the work-items of a row, the first of which has the index `first` in the group.
    llvm::Value* run_row(unsigned number, llvm::Value* first, llvm::Value* y, llvm::Value* z, llvm::Value* before) {
        const position begin {first, {builder_.getInt32(0), y, z}};
        const auto run_at = [&](llvm::Value* x, llvm::Value* so_far) { return run_item(number, next_in_row(begin, x), so_far); };
        const std::vector<const wide_forms*> forms = forms_of(number);
        if (forms.empty()) return create_loop(size_[0], before, "x", run_at);
        llvm::Value* done = builder_.getInt32(0);
        llvm::Value* result = before;
        for (const wide_forms* const each : forms) {
            llvm::Value* const lanes = builder_.getInt32(each->lanes);
            llvm::Value* const chunks = builder_.CreateUDiv(builder_.CreateNUWSub(size_[0], done), lanes);
            result = run_if(builder_.CreateICmpNE(chunks, builder_.getInt32(0)), result, [&] {
                llvm::Function* const row_guard = each->regions[number].row_guard;
                llvm::Value* const is_row_allowed = row_guard ? call_function(*row_guard, begin) : nullptr;
                return create_loop(chunks, result, "chunk", [&](llvm::Value* chunk, llvm::Value* so_far) {
                    llvm::Value* const distance = builder_.CreateNUWAdd(done, builder_.CreateNUWMul(chunk, lanes));
                    return run_chunk(*each, number, distance, begin, is_row_allowed, so_far, run_at);
                });
            });
            done = builder_.CreateNUWAdd(done, builder_.CreateNUWMul(chunks, lanes));
        }
        llvm::Value* const rest = builder_.CreateNUWSub(size_[0], done);
        return run_if(builder_.CreateICmpNE(rest, builder_.getInt32(0)), result, [&] {
            return create_loop(
                rest, result, "rest",
                [&](llvm::Value* index, llvm::Value* so_far) { return run_at(builder_.CreateNUWAdd(done, index), so_far); },
                true);
        });
    }

    // The position of a work-item in the same row.
    position next_in_row(const position& from, llvm::Value* distance) {
        return {builder_.CreateNUWAdd(from.item, distance),
                {builder_.CreateNUWAdd(from.local[0], distance), from.local[1], from.local[2]}};
    }

    // Runs a wide form for the work-items at a distance from one of their row, or the region itself for each of them if no guard
    // allows one. `run_at` runs the region at a distance.
    template <typename Run>
    llvm::Value* run_chunk(const wide_forms& forms, unsigned number, llvm::Value* distance, const position& from,
                           llvm::Value* is_row_allowed, llvm::Value* before, const Run& run_at) {
        const wide_region& wide = forms.regions[number];
        const position at = next_in_row(from, distance);
        if (!wide.guard) return call_function(*wide.function, at);
        const auto test = [&]() -> llvm::Value* { return call_function(*wide.guard, at); };
        const auto yes = [&]() -> llvm::Value* { return builder_.getTrue(); };
        llvm::Value* const allowed = is_row_allowed ? choose(is_row_allowed, yes, test, builder_.getInt1Ty()) : test();
        const auto one_by_one = [&]() -> llvm::Value* {
            return create_loop(
                builder_.getInt32(forms.lanes), before, "lane",
                [&](llvm::Value* lane, llvm::Value* so_far) { return run_at(builder_.CreateNUWAdd(distance, lane), so_far); },
                true);
        };
        const auto elsewhere = [&]() -> llvm::Value* {
            if (!wide.function_elsewhere) return one_by_one();
            const auto run_wide = [&] { return call_function(*wide.function_elsewhere, at); };
            if (!wide.guard_elsewhere) return run_wide();
            return choose(call_function(*wide.guard_elsewhere, at), run_wide, one_by_one);
        };
        return choose(allowed, [&] { return call_function(*wide.function, at); }, elsewhere);
    }

    // Creates code that runs one of two parts. Returns the part's result.
    template <typename Then, typename Else>
    llvm::Value* choose(llvm::Value* condition, const Then& then, const Else& otherwise, llvm::Type* type = nullptr) {
        llvm::BasicBlock* const yes = add_block("then");
        llvm::BasicBlock* const no = add_block("else");
        llvm::BasicBlock* const join = add_block("join");
        builder_.CreateCondBr(condition, yes, no);
        builder_.SetInsertPoint(join);
        llvm::PHINode* const result = builder_.CreatePHI(type ? type : word_, 2);
        const auto add = [&](llvm::BasicBlock* block, const auto& part) {
            builder_.SetInsertPoint(block);
            llvm::Value* const value = part();
            result->addIncoming(value, builder_.GetInsertBlock());
            builder_.CreateBr(join);
        };
        add(yes, then);
        add(no, otherwise);
        builder_.SetInsertPoint(join);
        return result;
    }

    template <typename Then>
    llvm::Value* run_if(llvm::Value* condition, llvm::Value* before, const Then& then) {
        return choose(condition, then, [&] { return before; });
    }

    // The position of the work-item with an index in the group.
    position position_of(llvm::Value* item) {
        llvm::Value* const row = builder_.CreateUDiv(item, size_[0]);
        return {item,
                {builder_.CreateURem(item, size_[0]), builder_.CreateURem(row, size_[1]), builder_.CreateUDiv(row, size_[1])}};
    }

    // Runs a region for the work-items of a sub-group.
    llvm::Value* run_sub_group(unsigned number, llvm::Value* first, llvm::Value* count) {
        llvm::Value* const start = builder_.getInt32(0);
        const auto one_by_one = [&] {
            return create_loop(count, start, "lane", [&](llvm::Value* lane, llvm::Value* before) {
                return run_item(number, position_of(builder_.CreateNUWAdd(first, lane)), before);
            });
        };
        const std::vector<const wide_forms*> forms = forms_of(number);
        if (forms.empty()) return one_by_one();
        const wide_forms& most = *forms.front();
        constexpr uint32_t size = archive::cpu::sub_group_size;
        llvm::Value* const is_complete = builder_.CreateICmpEQ(count, builder_.getInt32(size));
        llvm::Value* const is_in_row = builder_.CreateICmpEQ(builder_.CreateAnd(size_[0], size - 1), start);
        return choose(
            builder_.CreateAnd(is_complete, is_in_row),
            [&] {
                const position at = position_of(first);
                const auto run_at = [&](llvm::Value* distance, llvm::Value* before) {
                    return run_item(number, next_in_row(at, distance), before);
                };
                return create_loop(builder_.getInt32(size / most.lanes), start, "chunk",
                                   [&](llvm::Value* chunk, llvm::Value* before) {
                                       llvm::Value* const distance = builder_.CreateNUWMul(chunk, builder_.getInt32(most.lanes));
                                       return run_chunk(most, number, distance, at, nullptr, before, run_at);
                                   });
            },
            one_by_one);
    }

    // Creates a switch that runs the region `number`. `run` creates the code for one region and returns the region that follows.
    template <typename Run>
    llvm::Value* choose_region(llvm::Value* number, const Run& run) {
        const auto count = static_cast<unsigned>(split_.regions.size());
        llvm::BasicBlock* const impossible = add_block("impossible");
        llvm::BasicBlock* const join = add_block("join");
        llvm::SwitchInst* const choice = builder_.CreateSwitch(number, impossible, count);
        builder_.SetInsertPoint(impossible);
        builder_.CreateUnreachable();
        builder_.SetInsertPoint(join);
        llvm::PHINode* const result = builder_.CreatePHI(word_, count, "next");
        for (unsigned i = 0; i < count; ++i) {
            llvm::BasicBlock* const region = add_block("region" + llvm::Twine(i));
            choice->addCase(builder_.getInt32(i), region);
            builder_.SetInsertPoint(region);
            llvm::Value* const next = run(i);
            result->addIncoming(next, builder_.GetInsertBlock());
            builder_.CreateBr(join);
        }
        builder_.SetInsertPoint(join);
        return result;
    }

    // Repeats `body` until `is_last` of its result is true. `body` gets the result of the previous time.
    template <typename Body, typename Last>
    llvm::Value* repeat(llvm::Value* initial, const llvm::Twine& name, const Body& body, const Last& is_last) {
        llvm::BasicBlock* const before = builder_.GetInsertBlock();
        llvm::BasicBlock* const head = add_block(name);
        llvm::BasicBlock* const exit = add_block(name + ".end");
        builder_.CreateBr(head);
        builder_.SetInsertPoint(head);
        llvm::PHINode* const state = builder_.CreatePHI(word_, 2, name + ".state");
        state->addIncoming(initial, before);
        llvm::Value* const result = body(state);
        state->addIncoming(result, builder_.GetInsertBlock());
        builder_.CreateCondBr(is_last(result), exit, head);
        builder_.SetInsertPoint(exit);
        return result;
    }

    void create_loops() {
        if (split_.regions.size() == 1) {
            run_all(0);
            return;
        }
        llvm::Value* const start = builder_.getInt32(0);
        const auto is_end = [&](llvm::Value* next) { return builder_.CreateICmpEQ(next, builder_.getInt32(0)); };
        if (!split_.has_sub_groups()) {
            repeat(
                start, "group",
                [&](llvm::Value* state) { return choose_region(state, [&](unsigned number) { return run_all(number); }); },
                is_end);
            return;
        }
        llvm::Value* const size = builder_.getInt32(archive::cpu::sub_group_size);
        llvm::Value* const sub_groups =
            builder_.CreateUDiv(builder_.CreateNUWAdd(items_, builder_.getInt32(archive::cpu::sub_group_size - 1)), size);
        const auto waits_for_group = [&](llvm::Value* next) {
            return builder_.CreateICmpULE(next, builder_.getInt32(split_.group_stops));
        };
        repeat(
            start, "group",
            [&](llvm::Value* state) {
                return create_loop(sub_groups, start, "sub_group", [&](llvm::Value* index, llvm::Value* before) {
                    llvm::Value* const first = builder_.CreateNUWMul(index, size);
                    llvm::Value* const count =
                        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateSub(items_, first), size);
                    llvm::Value* const next = repeat(
                        state, "step",
                        [&](llvm::Value* own) {
                            return choose_region(own, [&](unsigned number) { return run_sub_group(number, first, count); });
                        },
                        waits_for_group);
                    if (!tracks_items_) return next;
                    // All work-items of the sub-group may have ended while others go on.
                    return builder_.CreateSelect(builder_.CreateICmpNE(next, builder_.getInt32(0)), next, before);
                });
            },
            is_end);
    }

    void add_needs() {
        auto* const number = builder_.getInt64Ty();
        auto* const type = llvm::StructType::get(number, number);
        static_assert(offsetof(archive::cpu::kernel_needs, local_bytes) == 0);
        static_assert(offsetof(archive::cpu::kernel_needs, context_bytes) == 8);
        auto* const value =
            llvm::ConstantStruct::get(type, {builder_.getInt64(kernel_.local_bytes), builder_.getInt64(kernel_.context_bytes)});
        new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::ExternalLinkage, value,
                                 kernel_.entry->reflection.symbol + std::string(archive::cpu::needs_ending));
    }

    item_kernel& kernel_;
    const split_kernel& split_;
    llvm::Module& module_;
    llvm::LLVMContext& context_;
    llvm::IRBuilder<> builder_;
    llvm::IntegerType* const word_;
    const bool tracks_items_;
    uint64_t states_offset_ = 0;
    llvm::Function* function_ = nullptr;
    std::vector<llvm::Value*> arguments_;
    std::array<llvm::Value*, dimensions> size_ {};
    std::array<llvm::Value*, dimensions> count_ {};
    llvm::Value* items_ = nullptr;
    llvm::Value* local_ = nullptr;
};

}  // namespace

llvm::Function* create_group_function(item_kernel& kernel, const split_kernel& split) {
    return group_builder(kernel, split).run();
}

}  // namespace ingot::compiler::cpu
