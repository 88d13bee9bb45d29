// Makes the wide form of a region: a function that runs several work-items of a row at once, in the lanes of vectors. From
//   %p = getelementptr float, ptr addrspace(1) %values, i64 %local_x       ; affine: the lanes are next to each other
//   %v = load float, ptr addrspace(1) %p
//   %r = fmul float %v, %factor                                            ; %factor is uniform
// it makes
//   %p = getelementptr float, ptr addrspace(1) %values, i64 %local_x       ; of the first lane
//   %v = load <8 x float>, ptr addrspace(1) %p
//   %r = fmul <8 x float> %v, %factors                                     ; splat of %factor
// Control flow that is the same in all lanes stays as it is. Where it is not, linearise() has replaced it by masks:
//   call void @ingot_cpu_set_mask(i1 %is_large)                            ; in the rest of the block only such lanes are active
//   store float %v, ptr addrspace(1) %p
// becomes
//   call void @llvm.masked.store(<8 x float> %v, ptr addrspace(1) %p, <8 x i1> %is_large)
// Every operation is the same for each lane as in the region, so results are equal to the last bit.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <ingot/archive/cpu_code.hpp>
#include <map>
#include <vector>

#include "field_groups.hpp"
#include "image_lanes.hpp"
#include "lane_counts.hpp"
#include "lane_operations.hpp"
#include "lane_shapes.hpp"
#include "linearise.hpp"
#include "lowering.hpp"
#include "name_extensions.hpp"
#include "private_arrays.hpp"
#include "shape_guard.hpp"
#include "vector_mathematics.hpp"
#include "wide_costs.hpp"

namespace ingot::compiler::cpu {

namespace {

struct lane_plan {
    lane_choice chosen;
    bool is_item_aligned;  // the index in the group of the first work-item is a multiple of the number of lanes, as its x is
};

class widener {
public:
    // Conditions of the shapes `before` the region got masks have to hold too.
    widener(llvm::Function& region, const lane_plan& plan, llvm::GlobalVariable* counts, const lane_shapes* before = nullptr)
        : region_(region),
          counts_(counts),
          before_(before),
          chosen_(plan.chosen),
          lanes_(plan.chosen.lanes),
          shapes_(region, lanes_, plan.is_item_aligned),
          groups_(region, shapes_),
          builder_(region.getContext()) {}

    wide_region run() {
        if (!shapes_.is_coherent() || !can_be_wide(shapes_) || (!chosen_.always && !is_worthwhile(shapes_, before_, groups_)))
            return {};
        llvm::Function* const wide = create_wide();
        if (shapes_.conditions().empty() && (!before_ || before_->conditions().empty())) return {wide};
        const bool holds_for_rows = shapes_.hold_for_rows() && (!before_ || before_->hold_for_rows());
        return {wide, create_guard(shapes_, before_, guard_range::chunk),
                holds_for_rows ? create_guard(shapes_, before_, guard_range::row) : nullptr};
    }

private:
    lane_shape shape_of(const llvm::Value* value) const { return shapes_.of(value); }
    bool is_uniform(const llvm::Value* value) const { return shape_of(value).is == lane_shape::kind::uniform; }
    bool is_affine(const llvm::Value* value) const { return shape_of(value).is == lane_shape::kind::affine; }

    llvm::Function* create_wide() {
        wide_ = create_like(region_, region_.getReturnType(), ".wide");
        for (llvm::Argument& argument : region_.args()) scalars_[&argument] = wide_->getArg(argument.getArgNo());
        const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&region_);
        // Values of parameters are widened in a block of their own, before all others.
        first_ = llvm::BasicBlock::Create(wide_->getContext(), "lanes", wide_);
        for (llvm::BasicBlock* const block : blocks)
            blocks_[block] = llvm::BasicBlock::Create(wide_->getContext(), block->getName(), wide_);
        for (llvm::BasicBlock* const block : blocks) {
            builder_.SetInsertPoint(blocks_.lookup(block));
            mask_ = nullptr;
            block_ = block;
            for (llvm::Instruction& instruction : *block) {
                if (counts_ && instruction.isTerminator())
                    count_lanes(builder_, *counts_, mask_, lanes_, block->sizeWithoutDebug());
                widen(instruction);
            }
            ends_[block] = builder_.GetInsertBlock();
        }
        for (llvm::BasicBlock* const block : blocks)
            for (llvm::PHINode& phi : block->phis()) complete(phi);
        builder_.SetInsertPoint(first_);
        builder_.CreateBr(blocks_.lookup(&region_.getEntryBlock()));
        return wide_;
    }

    llvm::Type* vector_of(llvm::Type* element) const { return llvm::FixedVectorType::get(element, lanes_); }

    // Returns the value of all lanes if it is uniform, otherwise that of the first lane.
    llvm::Value* scalar(llvm::Value* value) const { return llvm::isa<llvm::Constant>(value) ? value : scalars_.lookup(value); }

    // Returns the values of all lanes.
    llvm::Value* vector(llvm::Value* value) {
        llvm::Value*& made = vectors_[value];
        if (made) return made;
        if (const field_group* const group = group_of_load(value)) return made = loaded_field(*group, value);
        llvm::Value* const first = scalar(value);
        if (auto* const constant = llvm::dyn_cast<llvm::Constant>(first); constant && is_uniform(value))
            return made = llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes_), constant);
        // Widen the value where it is computed, so that loops do not do it again.
        const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(first)) {
            llvm::BasicBlock* const block = instruction->getParent();
            builder_.SetInsertPoint(block, llvm::isa<llvm::PHINode>(instruction) ? block->getFirstInsertionPt()
                                                                                 : std::next(instruction->getIterator()));
        } else {
            builder_.SetInsertPoint(first_);
        }
        llvm::Value* const splat = builder_.CreateVectorSplat(lanes_, first);
        if (is_uniform(value)) return vectors_[value] = splat;
        llvm::Type* const number = value->getType()->isPointerTy() ? builder_.getInt64Ty() : value->getType();
        llvm::SmallVector<llvm::Constant*> steps;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            steps.push_back(llvm::ConstantInt::getSigned(number, shape_of(value).stride * static_cast<int64_t>(lane), true));
        llvm::Constant* const offsets = llvm::ConstantVector::get(steps);
        return vectors_[value] = value->getType()->isPointerTy() ? builder_.CreateGEP(builder_.getInt8Ty(), first, offsets)
                                                                 : builder_.CreateAdd(splat, offsets);
    }

    void widen(llvm::Instruction& instruction) {
        if (is_remark(instruction)) return;
        builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
        if (calls(instruction, set_mask)) return use_mask(*instruction.getOperand(0));
        if (calls(instruction, any_lane)) {
            scalars_[&instruction] = any_of_lanes(*instruction.getOperand(0));
            return;
        }
        if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return start(*phi);
        if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return widen(*store);
        if (instruction.isTerminator()) return copy_terminator(instruction);
        if (llvm::isa<llvm::AllocaInst>(instruction)) {
            scalars_[&instruction] = instruction.clone();
            llvm::cast<llvm::Instruction>(scalars_[&instruction])->insertInto(first_, first_->begin());
            return;
        }
        if (lane_distance(instruction)) {
            scalars_[&instruction] = scalar(instruction.getOperand(0));
            return;
        }
        if (is_uniform(&instruction) || is_affine(&instruction)) {
            scalars_[&instruction] = copy_scalar(instruction);
            return;
        }
        if (is_done_together(instruction)) return access_image(llvm::cast<llvm::CallInst>(instruction));
        if (is_done_one_by_one(instruction)) {
            vectors_[&instruction] = done_for_active_lanes(instruction);
            return;
        }
        if (const field_group* const group = group_of_load(&instruction)) {
            if (group->place == &instruction) load_structs(*group);
            return;
        }
        vectors_[&instruction] = widened(instruction);
    }

    // In the rest of the block only the lanes of a mask are active, and at least one is if the block may run only then.
    void use_mask(llvm::Value& mask) { mask_ = is_uniform(&mask) ? nullptr : vector(&mask); }

    llvm::Value* any_of_lanes(llvm::Value& flag) {
        return is_uniform(&flag) ? scalar(&flag) : builder_.CreateOrReduce(vector(&flag));
    }

    // Returns the mask with each lane repeated.
    llvm::Value* mask_for_each(unsigned count) {
        llvm::SmallVector<int, 64> lanes;
        for (unsigned i = 0; i < count * lanes_; ++i) lanes.push_back(static_cast<int>(i / count));
        return builder_.CreateShuffleVector(mask_, lanes);
    }

    llvm::Value* copy_scalar(llvm::Instruction& instruction) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (!llvm::isa<llvm::Function>(operand.get())) operand.set(scalar(operand.get()));
        builder_.Insert(copy, instruction.getName());
        return copy;
    }

    void copy_terminator(llvm::Instruction& instruction) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (auto* const block = llvm::dyn_cast<llvm::BasicBlock>(operand.get()))
                operand.set(blocks_.lookup(block));
            else
                operand.set(scalar(operand.get()));
        copy->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
        builder_.Insert(copy);
    }

    void start(llvm::PHINode& phi) {
        const bool is_scalar = is_uniform(&phi) || is_affine(&phi);
        llvm::PHINode* const made =
            builder_.CreatePHI(is_scalar ? phi.getType() : vector_of(phi.getType()), phi.getNumIncomingValues(), phi.getName());
        (is_scalar ? scalars_ : vectors_)[&phi] = made;
    }

    void complete(llvm::PHINode& phi) {
        const bool is_scalar = is_uniform(&phi) || is_affine(&phi);
        auto* const made = llvm::cast<llvm::PHINode>(is_scalar ? scalars_.lookup(&phi) : vectors_.lookup(&phi));
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
            llvm::Value* const value = phi.getIncomingValue(i);
            made->addIncoming(is_scalar ? scalar(value) : vector(value), ends_.lookup(phi.getIncomingBlock(i)));
        }
    }

    // All lanes store to one address: the last active one wins, as in the loop over work-items.
    llvm::Value* last_active(llvm::Value* values) {
        if (!mask_) return builder_.CreateExtractElement(values, lanes_ - 1);
        llvm::Value* const bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(lanes_));
        llvm::Value* const before = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, builder_.getTrue());
        return builder_.CreateExtractElement(values,
                                             builder_.CreateSub(llvm::ConstantInt::get(bits->getType(), lanes_ - 1), before));
    }

    void widen(llvm::StoreInst& store) {
        if (const field_group* const group = groups_.find(&store)) {
            if (group->place == &store) store_structs(*group);
            return;
        }
        llvm::Value* const value = store.getValueOperand();
        llvm::Value* const address = store.getPointerOperand();
        llvm::Instruction* made = nullptr;
        if (is_uniform(address))
            made = builder_.CreateAlignedStore(is_uniform(value) ? scalar(value) : last_active(vector(value)), scalar(address),
                                               store.getAlign());
        else if (!is_consecutive(shapes_, *address, *value->getType()))
            made = builder_.CreateMaskedScatter(vector(value), vector(address), store.getAlign(), mask_);
        else if (mask_)
            made = builder_.CreateMaskedStore(vector(value), scalar(address), store.getAlign(), mask_);
        else
            made = builder_.CreateAlignedStore(vector(value), scalar(address), store.getAlign());
        made->setAAMetadata(store.getAAMetadata());
    }

    llvm::Value* widened(llvm::Instruction& instruction) {
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return widened_load(*load);
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widened_call(*call);
        if (auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return widened_address(*address);
        llvm::SmallVector<llvm::Value*, 3> operands;
        for (llvm::Value* const operand : instruction.operands()) {
            const bool is_one_condition = operands.empty() && llvm::isa<llvm::SelectInst>(instruction) && is_uniform(operand);
            operands.push_back(is_one_condition ? scalar(operand) : vector(operand));
        }
        // A division by the zero of a lane that is not active would end the program.
        if (mask_ && instruction.isIntDivRem())
            operands[1] = builder_.CreateSelect(mask_, operands[1], llvm::ConstantInt::get(operands[1]->getType(), 1));
        return created(instruction, operands, vector_of(instruction.getType()));
    }

    // Creates the operation of an instruction with other operands.
    llvm::Value* created(const llvm::Instruction& instruction, llvm::ArrayRef<llvm::Value*> operands, llvm::Type* type) {
        llvm::Instruction* made = nullptr;
        if (const auto* const cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
            made = llvm::CastInst::Create(cast->getOpcode(), operands[0], type);
        else if (llvm::isa<llvm::SelectInst>(instruction))
            made = llvm::SelectInst::Create(operands[0], operands[1], operands[2]);
        else if (const auto* const comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
            made = llvm::CmpInst::Create(comparison->getOpcode(), comparison->getPredicate(), operands[0], operands[1]);
        else if (llvm::isa<llvm::FreezeInst>(instruction))
            made = new llvm::FreezeInst(operands[0]);
        else if (const auto* const unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction))
            made = llvm::UnaryOperator::Create(unary->getOpcode(), operands[0]);
        else
            made =
                llvm::BinaryOperator::Create(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(), operands[0], operands[1]);
        made->copyIRFlags(&instruction);
        return builder_.Insert(made, instruction.getName());
    }

    llvm::Value* widened_load(llvm::LoadInst& load) {
        llvm::Value* const address = load.getPointerOperand();
        llvm::Type* const type = vector_of(load.getType());
        llvm::Instruction* made = nullptr;
        if (!mask_ && is_every_second(shapes_, *address, *load.getType())) return load_every_second(load);
        if (!is_consecutive(shapes_, *address, *load.getType()))
            made = builder_.CreateMaskedGather(type, vector(address), load.getAlign(), mask_, nullptr, load.getName());
        else if (mask_)
            made = builder_.CreateMaskedLoad(type, scalar(address), load.getAlign(), mask_, nullptr, load.getName());
        else
            made = builder_.CreateAlignedLoad(type, scalar(address), load.getAlign(), load.getName());
        made->setAAMetadata(load.getAAMetadata());
        return made;
    }

    // Two wide loads end at the last lane's element. For four lanes:
    //   a . b . c . d      memory
    //   a . b .            the first load
    //         . c . d      the second one
    llvm::Value* load_every_second(llvm::LoadInst& load) {
        const uint64_t size = region_.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
        llvm::Value* const begin = scalar(load.getPointerOperand());
        const auto part = [&](uint64_t elements) {
            llvm::Value* const address = builder_.CreatePtrAdd(begin, builder_.getInt64(elements * size));
            return builder_.CreateAlignedLoad(vector_of(load.getType()), address,
                                              llvm::commonAlignment(load.getAlign(), elements * size), load.getName());
        };
        llvm::SmallVector<int, 16> mask;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            mask.push_back(static_cast<int>(2 * lane < lanes_ ? 2 * lane : 2 * lane + 1));
        llvm::Value* const first = part(0);
        llvm::Value* const second = part(lanes_ - 1);
        return builder_.CreateShuffleVector(first, second, mask, load.getName());
    }

    // An index of 32 bits without a sign that each lane has itself. A gather takes signed ones, so it would compute with
    // addresses of 64 bits. With half of the range subtracted the index is a signed one, and the base is moved by as much.
    llvm::Value* address_by_signed_index(llvm::GetElementPtrInst& address) {
        const auto* const index = llvm::dyn_cast<llvm::ZExtInst>(address.idx_begin()->get());
        if (address.getNumIndices() != 1 || !index || !index->getSrcTy()->isIntegerTy(32) || is_uniform(index) ||
            !is_uniform(address.getPointerOperand()) || !is_only_gathered(address))
            return nullptr;
        constexpr uint32_t half = 1u << 31;
        const uint64_t size = region_.getDataLayout().getTypeAllocSize(address.getSourceElementType()).getFixedValue();
        llvm::Value* const base = builder_.CreatePtrAdd(scalar(address.getPointerOperand()), builder_.getInt64(half * size));
        llvm::Value* const narrow = builder_.CreateXor(vector(index->getOperand(0)), half);
        return builder_.CreateGEP(address.getSourceElementType(), base,
                                  builder_.CreateSExt(narrow, vector_of(builder_.getInt64Ty())), address.getName());
    }

    // Is each use of an address a load for which widened_load() creates a gather?
    bool is_only_gathered(const llvm::Value& address) const {
        return llvm::all_of(address.users(), [&](const llvm::User* user) {
            if (const auto* const offset = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
                return offset->getPointerOperand() == &address && is_only_gathered(*offset);
            const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user);
            return load && !groups_.find(load);
        });
    }

    llvm::Value* widened_address(llvm::GetElementPtrInst& address) {
        if (llvm::Value* const signed_index = address_by_signed_index(address)) return signed_index;
        const auto each = [&](llvm::Value* operand) { return is_uniform(operand) ? scalar(operand) : vector(operand); };
        llvm::SmallVector<llvm::Value*> indices;
        for (llvm::Value* const index : address.indices()) indices.push_back(each(index));
        return builder_.CreateGEP(address.getSourceElementType(), each(address.getPointerOperand()), indices, address.getName(),
                                  address.getNoWrapFlags());
    }

    llvm::Value* widened_call(llvm::CallInst& call) {
        if (const llvm::Intrinsic::ID intrinsic = wide_intrinsic(call, shapes_)) {
            llvm::SmallVector<llvm::Value*> arguments;
            for (unsigned i = 0; i < call.arg_size(); ++i) {
                llvm::Value* const argument = call.getArgOperand(i);
                arguments.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(intrinsic, i, nullptr) ? scalar(argument)
                                                                                                    : vector(argument));
            }
            const llvm::FMFSource flags = llvm::isa<llvm::FPMathOperator>(call) ? llvm::FMFSource(&call) : llvm::FMFSource();
            return builder_.CreateIntrinsic(vector_of(call.getType()), intrinsic, arguments, flags, call.getName());
        }
        if (is_vector_mathematics(call))
            return call_vector_mathematics(
                call, lanes_, chosen_.widest, [&](llvm::Value* value) { return vector(value); }, builder_);
        llvm::Value* result = llvm::PoisonValue::get(vector_of(call.getType()));
        for (unsigned lane = 0; lane < lanes_; ++lane) result = builder_.CreateInsertElement(result, done_for(call, lane), lane);
        return result;
    }

    // Copies an instruction for one lane.
    llvm::Value* done_for(llvm::Instruction& instruction, unsigned lane) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (is_uniform(operand.get()))
                operand.set(scalar(operand.get()));
            else
                operand.set(builder_.CreateExtractElement(vector(operand.get()), lane));
        return builder_.Insert(copy);
    }

    // Copies an instruction for each active lane. Returns the results, or null if there are none.
    llvm::Value* done_for_active_lanes(llvm::Instruction& instruction) {
        const bool has_result = !instruction.getType()->isVoidTy();
        llvm::Value* results = has_result ? llvm::PoisonValue::get(vector_of(instruction.getType())) : nullptr;
        for (const llvm::Use& operand : instruction.operands())
            if (!is_uniform(operand.get())) vector(operand.get());  // before the branches, so that all lanes have it
        for (unsigned lane = 0; lane < lanes_; ++lane) {
            if (!mask_) {
                llvm::Value* const result = done_for(instruction, lane);
                if (has_result) results = builder_.CreateInsertElement(results, result, lane);
                continue;
            }
            llvm::BasicBlock* const before = builder_.GetInsertBlock();
            llvm::BasicBlock* const following = before->getNextNode();
            auto* const run = llvm::BasicBlock::Create(wide_->getContext(), "lane", wide_, following);
            auto* const next = llvm::BasicBlock::Create(wide_->getContext(), "lane.end", wide_, following);
            builder_.CreateCondBr(builder_.CreateExtractElement(mask_, lane), run, next);
            builder_.SetInsertPoint(run);
            llvm::Value* const result = done_for(instruction, lane);
            llvm::Value* const with = has_result ? builder_.CreateInsertElement(results, result, lane) : nullptr;
            builder_.CreateBr(next);
            builder_.SetInsertPoint(next);
            if (!has_result) continue;
            llvm::PHINode* const either = builder_.CreatePHI(results->getType(), 2);
            either->addIncoming(results, before);
            either->addIncoming(with, run);
            results = either;
        }
        return results;
    }

    void access_image(llvm::CallInst& call) {
        const auto memory = [&]() -> llvm::Value* {
            if (image_operands_) return image_operands_;
            llvm::IRBuilder<> builder(first_, first_->begin());
            auto* const type = llvm::ArrayType::get(builder.getInt32Ty(), uint64_t {most_image_operands} * lanes_);
            llvm::AllocaInst* const made = builder.CreateAlloca(type, nullptr, "operands");
            made->setAlignment(llvm::Align(64));
            return image_operands_ = made;
        };
        const auto is_consecutive = [&](const llvm::Value* value) {
            return shape_of(value) == lane_shape {lane_shape::kind::affine, 1};
        };
        call_for_lanes(call,
                       {.count = lanes_,
                        .mask = mask_,
                        .memory = memory,
                        .is_uniform = [&](const llvm::Value* value) { return is_uniform(value); },
                        .is_consecutive = is_consecutive,
                        .scalar = [&](llvm::Value* value) { return scalar(value); },
                        .vector = [&](llvm::Value* value) { return vector(value); }},
                       builder_);
    }

    // Structs of all lanes, in the order of memory: lane 0's fields, lane 1's fields and so on.

    const field_group* group_of_load(const llvm::Value* value) const {
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
        return load ? groups_.find(load) : nullptr;
    }

    llvm::Type* structs_of(llvm::Type* field, size_t fields) const {
        return llvm::FixedVectorType::get(field, static_cast<unsigned>(fields) * lanes_);
    }

    llvm::Value* address_of(const field_group& group) {
        llvm::Value* const place = scalar(llvm::getLoadStorePointerOperand(group.place));
        return group.offset == 0 ? place : builder_.CreatePtrAdd(place, builder_.getInt64(static_cast<uint64_t>(group.offset)));
    }

    void load_structs(const field_group& group) {
        if (group.is_apart) {
            structs_[&group] = group.may_be_adjacent ? load_if_adjacent(group) : load_apart(group);
            return;
        }
        structs_[&group] = load_adjacent(group, address_of(group));
    }

    llvm::Value* load_adjacent(const field_group& group, llvm::Value* address) {
        auto* const first = llvm::cast<llvm::LoadInst>(group.fields.front());
        const auto count = static_cast<unsigned>(group.fields.size());
        llvm::Type* const type = structs_of(first->getType(), count);
        if (mask_)
            return builder_.CreateMaskedLoad(type, address, first->getAlign(), mask_for_each(count), nullptr, first->getName());
        return builder_.CreateAlignedLoad(type, address, first->getAlign(), first->getName());
    }

    // Returns the addresses of the structs of all lanes.
    llvm::SmallVector<llvm::Value*, 16> addresses_of(const field_group& group) {
        llvm::SmallVector<llvm::Value*, 16> addresses;
        const llvm::Value* const place = llvm::getLoadStorePointerOperand(group.place);
        if (!mask_ && is_affine(place)) {
            llvm::Value* const first = address_of(group);
            for (unsigned lane = 0; lane < lanes_; ++lane)
                addresses.push_back(builder_.CreatePtrAdd(
                    first, builder_.getInt64(static_cast<uint64_t>(shape_of(place).stride * static_cast<int64_t>(lane)))));
            return addresses;
        }
        llvm::Value* const all = usable_addresses(group);
        for (unsigned lane = 0; lane < lanes_; ++lane) addresses.push_back(builder_.CreateExtractElement(all, lane));
        return addresses;
    }

    // The same as a vector. Lanes that are not active get the address of memory that nobody uses.
    llvm::Value* usable_addresses(const field_group& group) {
        llvm::Value* const place = vector(llvm::getLoadStorePointerOperand(group.place));
        llvm::Value* const addresses =
            group.offset == 0
                ? place
                : builder_.CreateGEP(builder_.getInt8Ty(), place, builder_.getInt64(static_cast<uint64_t>(group.offset)));
        if (!mask_) return addresses;
        if (!unused_) {
            llvm::IRBuilder<> builder(first_, first_->begin());
            llvm::AllocaInst* const memory =
                builder.CreateAlloca(llvm::ArrayType::get(builder.getInt64Ty(), 2), nullptr, "unused");
            memory->setAlignment(llvm::Align(16));
            unused_ = memory;
        }
        llvm::Value* const unused = builder_.CreatePointerBitCastOrAddrSpaceCast(unused_, addresses->getType()->getScalarType());
        return builder_.CreateSelect(mask_, addresses, builder_.CreateVectorSplat(lanes_, unused));
    }

    // Loads the struct of each lane with one instruction.
    llvm::Value* load_apart(const field_group& group) {
        auto* const first = llvm::cast<llvm::LoadInst>(group.fields.front());
        if (group.fields.size() == 1)
            return builder_.CreateMaskedGather(vector_of(first->getType()), usable_addresses(group), first->getAlign(), nullptr,
                                               nullptr, first->getName());
        llvm::Type* const type = llvm::FixedVectorType::get(first->getType(), static_cast<unsigned>(group.fields.size()));
        llvm::SmallVector<llvm::Value*, 16> of_lanes;
        for (llvm::Value* const address : addresses_of(group))
            of_lanes.push_back(builder_.CreateAlignedLoad(type, address, first->getAlign(), first->getName()));
        return llvm::concatenateVectors(builder_, of_lanes);
    }

    // Tests whether the structs of all lanes follow each other, as they do where no coordinate is clamped, for example.
    llvm::Value* load_if_adjacent(const field_group& group) {
        auto* const field = llvm::cast<llvm::LoadInst>(group.fields.front());
        const uint64_t bytes = group.fields.size() * region_.getDataLayout().getTypeStoreSize(field->getType()).getFixedValue();
        // A lane that is not active may have any address.
        llvm::Value* const addresses = builder_.CreateFreeze(vector(llvm::getLoadStorePointerOperand(group.place)));
        llvm::Type* const number = builder_.getInt64Ty();
        llvm::Value* const numbers = builder_.CreatePtrToInt(addresses, vector_of(number));
        llvm::SmallVector<llvm::Constant*, 16> steps;
        for (unsigned lane = 0; lane < lanes_; ++lane) steps.push_back(llvm::ConstantInt::get(number, lane * bytes));
        llvm::Value* const first = builder_.CreateExtractElement(numbers, uint64_t {0});
        llvm::Value* const expected =
            builder_.CreateAdd(builder_.CreateVectorSplat(lanes_, first), llvm::ConstantVector::get(steps));
        llvm::Value* const is_adjacent = builder_.CreateAndReduce(builder_.CreateICmpEQ(numbers, expected));
        const auto block = [&](const char* name) { return llvm::BasicBlock::Create(wide_->getContext(), name, wide_); };
        llvm::BasicBlock* const adjacent = block("adjacent");
        llvm::BasicBlock* const apart = block("apart");
        llvm::BasicBlock* const loaded = block("loaded");
        builder_.CreateCondBr(is_adjacent, adjacent, apart);
        builder_.SetInsertPoint(adjacent);
        llvm::Value* const first_address = builder_.CreateExtractElement(addresses, uint64_t {0});
        llvm::Value* const together = load_adjacent(
            group, group.offset == 0
                       ? first_address
                       : builder_.CreatePtrAdd(first_address, builder_.getInt64(static_cast<uint64_t>(group.offset))));
        builder_.CreateBr(loaded);
        builder_.SetInsertPoint(apart);
        llvm::Value* const one_by_one = load_apart(group);
        builder_.CreateBr(loaded);
        builder_.SetInsertPoint(loaded);
        llvm::PHINode* const either = builder_.CreatePHI(together->getType(), 2);
        either->addIncoming(together, adjacent);
        either->addIncoming(one_by_one, apart);
        return either;
    }

    // Takes one field out of the structs that load_structs() has loaded.
    llvm::Value* loaded_field(const field_group& group, const llvm::Value* field) {
        auto* const structs = llvm::cast<llvm::Instruction>(structs_.lookup(&group));
        const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        builder_.SetInsertPoint(structs->getParent(), std::next(structs->getIterator()));
        const auto count = static_cast<unsigned>(group.fields.size());
        const auto index = static_cast<unsigned>(llvm::find(group.fields, field) - group.fields.begin());
        return builder_.CreateShuffleVector(structs, llvm::createStrideMask(index, count, lanes_), field->getName());
    }

    void store_structs(const field_group& group) {
        llvm::SmallVector<llvm::Value*, 4> values;
        for (llvm::Instruction* const field : group.fields)
            values.push_back(llvm::cast<llvm::StoreInst>(field)->getValueOperand());
        const llvm::Align align = llvm::cast<llvm::StoreInst>(group.fields.front())->getAlign();
        llvm::Value* const all = in_memory_order(values);
        if (group.is_apart) {
            const auto count = static_cast<unsigned>(values.size());
            const llvm::SmallVector<llvm::Value*, 16> addresses = addresses_of(group);
            for (unsigned lane = 0; lane < lanes_; ++lane)
                builder_.CreateAlignedStore(builder_.CreateShuffleVector(all, llvm::createSequentialMask(lane * count, count, 0)),
                                            addresses[lane], align);
        } else if (mask_)
            builder_.CreateMaskedStore(all, address_of(group), align, mask_for_each(static_cast<unsigned>(values.size())));
        else
            builder_.CreateAlignedStore(all, address_of(group), align);
    }

    // Returns the values of the fields of a struct for all lanes, in the order of memory. If an operation is the same for all
    // fields, it works on such vectors, and the fields need not be taken apart:
    //   store(x0 * f, x1 * f)  with  x0, x1 = load  becomes  store(load * f)
    llvm::Value* in_memory_order(llvm::ArrayRef<llvm::Value*> values) {
        if (llvm::Value* const loaded = loaded_structs(values)) return loaded;
        const bool is_one = is_one_operation(values);
        // The operation is computed again where it is in the region: elsewhere it might be in a loop.
        const llvm::IRBuilder<>::InsertPointGuard guard(builder_);
        if (is_one)
            if (llvm::BasicBlock* const block = llvm::cast<llvm::Instruction>(values.front())->getParent(); block != block_)
                builder_.SetInsertPoint(ends_.lookup(block)->getTerminator());
        // What one block has computed need not dominate another one.
        const std::pair key(builder_.GetInsertBlock(), std::vector<llvm::Value*>(values));
        const auto known = ordered_.find(key);
        if (known != ordered_.end()) return known->second;
        llvm::Value* const made = is_one ? one_operation(values)
                                  : llvm::all_of(values, [&](llvm::Value* value) { return is_uniform(value); })
                                      ? repeated(values)
                                      : interleaved(values);
        return ordered_[key] = made;
    }

    // Returns what load_structs() has loaded if these are its fields, otherwise null.
    llvm::Value* loaded_structs(llvm::ArrayRef<llvm::Value*> values) {
        const field_group* const group = group_of_load(values.front());
        return group && std::ranges::equal(group->fields, values,
                                           [](const llvm::Value* a, const llvm::Value* b) { return a == b; })
                   ? structs_.lookup(group)
                   : nullptr;
    }

    // Are the values the results of one operation, which has a form for vectors?
    bool is_one_operation(llvm::ArrayRef<llvm::Value*> values) const {
        auto* const first = llvm::dyn_cast<llvm::Instruction>(values.front());
        // A lane that is not active may divide by zero.
        if (!first || first->isIntDivRem()) return false;
        auto* const call = llvm::dyn_cast<llvm::CallInst>(first);
        if (call ? !is_plain_wide_call(*call)
                 : !llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(first))
            return false;
        return llvm::all_of(values, [&](const llvm::Value* value) {
            const auto* const other = llvm::dyn_cast<llvm::Instruction>(value);
            if (!other || is_uniform(other) || is_affine(other) || other->getParent() != first->getParent() ||
                !other->isSameOperationAs(first))
                return false;
            return !call || llvm::cast<llvm::CallInst>(other)->getCalledOperand() == call->getCalledOperand();
        });
    }

    // Computes the operation of is_one_operation() for all fields of all lanes.
    llvm::Value* one_operation(llvm::ArrayRef<llvm::Value*> values) {
        auto* const first = llvm::cast<llvm::Instruction>(values.front());
        auto* const call = llvm::dyn_cast<llvm::CallInst>(first);
        llvm::SmallVector<llvm::Value*, 3> operands;
        for (unsigned i = 0; i < (call ? call->arg_size() : first->getNumOperands()); ++i) {
            llvm::SmallVector<llvm::Value*, 4> of_fields;
            for (llvm::Value* const value : values) of_fields.push_back(llvm::cast<llvm::Instruction>(value)->getOperand(i));
            operands.push_back(in_memory_order(of_fields));
        }
        llvm::Type* const type = structs_of(first->getType(), values.size());
        llvm::Value* const made =
            call ? builder_.CreateIntrinsic(type, call->getIntrinsicID(), operands) : created(*first, operands, type);
        if (auto* const instruction = llvm::dyn_cast<llvm::Instruction>(made)) {
            instruction->copyIRFlags(first);
            for (const llvm::Value* const value : values) instruction->andIRFlags(value);
        }
        return made;
    }

    // Does the call have a form for vectors in which all operands are vectors?
    bool is_plain_wide_call(const llvm::CallInst& call) const {
        const llvm::Intrinsic::ID intrinsic = wide_intrinsic(call, shapes_);
        if (intrinsic == llvm::Intrinsic::not_intrinsic) return false;
        for (unsigned i = 0; i < call.arg_size(); ++i)
            if (llvm::isVectorIntrinsicWithScalarOpAtArg(intrinsic, i, nullptr)) return false;
        return true;
    }

    llvm::Value* repeated(llvm::ArrayRef<llvm::Value*> values) {
        const auto total = static_cast<unsigned>(values.size()) * lanes_;
        if (llvm::all_equal(values)) return builder_.CreateVectorSplat(total, scalar(values.front()));
        llvm::Value* one =
            llvm::PoisonValue::get(llvm::FixedVectorType::get(values.front()->getType(), static_cast<unsigned>(values.size())));
        for (unsigned i = 0; i < values.size(); ++i) one = builder_.CreateInsertElement(one, scalar(values[i]), i);
        llvm::SmallVector<int, 64> mask;
        for (unsigned i = 0; i < total; ++i) mask.push_back(static_cast<int>(i % values.size()));
        return builder_.CreateShuffleVector(one, mask);
    }

    llvm::Value* interleaved(llvm::ArrayRef<llvm::Value*> values) {
        llvm::SmallVector<llvm::Value*, 4> of_lanes;
        for (llvm::Value* const value : values) of_lanes.push_back(vector(value));
        llvm::Value* const all = llvm::concatenateVectors(builder_, of_lanes);
        return builder_.CreateShuffleVector(all, llvm::createInterleaveMask(lanes_, static_cast<unsigned>(values.size())));
    }

    llvm::Function& region_;
    llvm::GlobalVariable* counts_;
    const lane_shapes* before_;
    lane_choice chosen_;
    unsigned lanes_;
    lane_shapes shapes_;
    field_groups groups_;
    llvm::IRBuilder<> builder_;
    llvm::Function* wide_ = nullptr;
    llvm::BasicBlock* first_ = nullptr;
    const llvm::BasicBlock* block_ = nullptr;                    // of the region, whose wide form is being made
    llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> ends_;  // where the wide forms of blocks end
    llvm::Value* image_operands_ = nullptr;                      // memory for the arguments of all lanes
    llvm::Value* unused_ = nullptr;                              // memory that lanes that are not active access
    llvm::Value* mask_ = nullptr;                                // of the block that is being made; null if all lanes are active
    llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
    llvm::DenseMap<llvm::Value*, llvm::Value*> scalars_;
    llvm::DenseMap<llvm::Value*, llvm::Value*> vectors_;
    llvm::DenseMap<const field_group*, llvm::Value*> structs_;  // what load_structs() has loaded
    // The results of in_memory_order(), by the block that computes them.
    std::map<std::pair<llvm::BasicBlock*, std::vector<llvm::Value*>>, llvm::Value*> ordered_;
};

llvm::Function* clone(llvm::Function& function) {
    llvm::ValueToValueMapTy values;
    return llvm::CloneFunction(&function, values);
}

// Does a lane wait in a loop for what others do? If these are lanes of the same vector that have left the loop, such as one that
// has taken a lock, they wait themselves until all lanes have left it.
bool may_wait_for_lanes(llvm::Function& region, const divergent_control& control) {
    return llvm::any_of(llvm::instructions(region), [&](const llvm::Instruction& instruction) {
        const llvm::Loop* loop = instruction.isAtomic() ? control.loops.getLoopFor(instruction.getParent()) : nullptr;
        while (loop && !control.is_left_at_different_times(loop)) loop = loop->getParentLoop();
        return loop != nullptr;
    });
}

// Creates the wide form of a region in which lanes take different ways, or have arrays.
wide_region widen_with_masks(llvm::Function& region, const lane_plan& plan, llvm::GlobalVariable* counts) {
    const unsigned lanes = plan.chosen.lanes;
    llvm::Function* const prepared = clone(region);
    const bool has_space = spread_private_arrays(*prepared, lanes);
    prepare_for_masks(*prepared);
    divergent_control control(*prepared);
    const lane_shapes shapes(*prepared, lanes, plan.is_item_aligned, control);
    wide_region wide;
    if (has_space && shapes.is_coherent() && control.can_be_masked() && !may_wait_for_lanes(*prepared, control)) {
        // The conditions of the shapes need the function as it is.
        llvm::Function* const masked = clone(*prepared);
        divergent_control same_control(*masked);
        const lane_shapes same_shapes(*masked, lanes, plan.is_item_aligned, same_control);
        if (linearise(*masked, same_control)) wide = widener(*masked, plan, counts, &shapes).run();
        masked->eraseFromParent();
    }
    prepared->eraseFromParent();
    for (const llvm::StringRef name : {any_lane, set_mask, lane_address})
        if (llvm::Function* const function = region.getParent()->getFunction(name); function && function->use_empty())
            function->eraseFromParent();
    if (wide.function) wide.function->setName(region.getName() + ".wide");
    if (wide.guard) wide.guard->setName(region.getName() + ".guard");
    if (wide.row_guard) wide.row_guard->setName(region.getName() + ".row_guard");
    return wide;
}

// Creates the wide form of a region, unless it contains what cannot run in lanes, or the wide form is not likely to be faster.
wide_region widen_region(llvm::Function& region, const lane_plan& plan, llvm::GlobalVariable* counts) {
    name_extensions(region);
    const bool is_plain =
        !has_private_arrays(region) && lane_shapes(region, plan.chosen.lanes, plan.is_item_aligned).is_coherent();
    return is_plain ? widener(region, plan, counts).run() : widen_with_masks(region, plan, counts);
}

}  // namespace

// The lanes of a sub-group are its work-items: they begin at a multiple of its size.
void widen_regions(split_kernel& split, const lane_choice& chosen, llvm::GlobalVariable* counts) {
    lane_plan plan {chosen, split.has_sub_groups()};
    if (plan.is_item_aligned) plan.chosen.lanes = std::min(chosen.lanes, archive::cpu::sub_group_size);
    split.lanes = plan.chosen.lanes;
    for (llvm::Function* const region : split.regions) {
        split.wide.push_back(widen_region(*region, plan, counts));
        if (counts) count_single_items(*region, *counts, split.lanes);
    }
}

}  // namespace ingot::compiler::cpu
