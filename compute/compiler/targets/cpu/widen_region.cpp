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
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <ingot/archive/cpu_code.hpp>

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
#include "wide_function.hpp"
#include "wide_structs.hpp"

namespace ingot::compiler::cpu {

namespace {

struct lane_plan {
    lane_choice chosen;
    // Is the index in the group of the first work-item a multiple of the number of lanes, as its x is?
    bool is_item_aligned;
    lane_conditions conditions = lane_conditions::any;
};

class widener {
public:
    // Conditions of the shapes `before` the region got masks have to hold too.
    widener(llvm::Function& region, const lane_plan& plan, llvm::GlobalVariable* counts, const lane_shapes* before = nullptr)
        : counts_(counts),
          before_(before),
          chosen_(plan.chosen),
          shapes_(region, chosen_.lanes, plan.is_item_aligned, plan.conditions),
          groups_(region, shapes_),
          wide_(shapes_),
          builder_(wide_.builder()),
          structs_(wide_) {}

    wide_region run() {
        if (!shapes_.is_coherent() || !can_be_wide(shapes_) || (!chosen_.always && !is_worthwhile(shapes_, before_, groups_)))
            return {};
        llvm::Function* const wide = create_wide();
        if (shapes_.conditions().empty() && (!before_ || before_->conditions().empty())) return {wide};
        const bool holds_for_rows = shapes_.hold_for_rows() && (!before_ || before_->hold_for_rows());
        return {.function = wide,
                .guard = create_guard(shapes_, before_, guard_range::chunk),
                .row_guard = holds_for_rows ? create_guard(shapes_, before_, guard_range::row) : nullptr,
                .is_for_some_places = is_for_some_places(shapes_) || (before_ && is_for_some_places(*before_))};
    }

private:
    static bool is_for_some_places(const lane_shapes& shapes) {
        return llvm::any_of(shapes.conditions(),
                            [](const lane_condition& condition) { return condition.is != lane_condition::kind::does_not_wrap; });
    }

    llvm::Function* create_wide() {
        const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&shapes_.region());
        wide_.create_blocks(blocks);
        for (llvm::BasicBlock* const block : blocks) {
            wide_.begin(*block);
            for (llvm::Instruction& instruction : *block) {
                if (counts_ && instruction.isTerminator())
                    count_lanes(builder_, *counts_, wide_.mask(), wide_.lanes(), block->sizeWithoutDebug());
                widen(instruction);
            }
            wide_.end(*block);
        }
        for (llvm::BasicBlock* const block : blocks)
            for (llvm::PHINode& phi : block->phis()) complete(phi);
        return wide_.finish();
    }

    void widen(llvm::Instruction& instruction) {
        if (is_remark(instruction)) return;
        builder_.SetCurrentDebugLocation(instruction.getDebugLoc());
        if (calls(instruction, set_mask)) return use_mask(*instruction.getOperand(0));
        if (calls(instruction, any_lane)) {
            wide_.set_scalar(&instruction, any_of_lanes(*instruction.getOperand(0)));
            return;
        }
        if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return start(*phi);
        if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return widen(*store);
        if (instruction.isTerminator()) return copy_terminator(instruction);
        if (llvm::isa<llvm::AllocaInst>(instruction)) {
            wide_.set_scalar(&instruction, wide_.copy_to_beginning(instruction));
            return;
        }
        if (lane_distance(instruction)) {
            wide_.set_scalar(&instruction, wide_.scalar(instruction.getOperand(0)));
            return;
        }
        if (wide_.is_uniform(&instruction) || wide_.is_affine(&instruction)) {
            wide_.set_scalar(&instruction, copy_scalar(instruction));
            return;
        }
        if (is_done_together(instruction)) return access_image(llvm::cast<llvm::CallInst>(instruction));
        if (is_done_one_by_one(instruction)) {
            wide_.set_vector(&instruction, done_for_active_lanes(instruction));
            return;
        }
        if (const field_group* const group = group_of_load(&instruction)) {
            if (group->place == &instruction) structs_.load(*group);
            return;
        }
        wide_.set_vector(&instruction, widened(instruction));
    }

    // In the rest of the block only the lanes of a mask are active, and at least one is if the block may run only then.
    void use_mask(llvm::Value& mask) { wide_.set_mask(wide_.is_uniform(&mask) ? nullptr : wide_.vector(&mask)); }

    llvm::Value* any_of_lanes(llvm::Value& flag) {
        return wide_.is_uniform(&flag) ? wide_.scalar(&flag) : builder_.CreateOrReduce(wide_.vector(&flag));
    }

    llvm::Value* copy_scalar(llvm::Instruction& instruction) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (!llvm::isa<llvm::Function>(operand.get())) operand.set(wide_.scalar(operand.get()));
        builder_.Insert(copy, instruction.getName());
        return copy;
    }

    void copy_terminator(llvm::Instruction& instruction) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (auto* const block = llvm::dyn_cast<llvm::BasicBlock>(operand.get()))
                operand.set(wide_.beginning_of(block));
            else
                operand.set(wide_.scalar(operand.get()));
        copy->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
        builder_.Insert(copy);
    }

    void start(llvm::PHINode& phi) {
        const bool is_scalar = wide_.is_uniform(&phi) || wide_.is_affine(&phi);
        llvm::PHINode* const made = builder_.CreatePHI(is_scalar ? phi.getType() : wide_.vector_of(phi.getType()),
                                                       phi.getNumIncomingValues(), phi.getName());
        if (is_scalar)
            wide_.set_scalar(&phi, made);
        else
            wide_.set_vector(&phi, made);
    }

    void complete(llvm::PHINode& phi) {
        const bool is_scalar = wide_.is_uniform(&phi) || wide_.is_affine(&phi);
        auto* const made = llvm::cast<llvm::PHINode>(is_scalar ? wide_.scalar(&phi) : wide_.vector(&phi));
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
            llvm::Value* const value = phi.getIncomingValue(i);
            made->addIncoming(is_scalar ? wide_.scalar(value) : wide_.vector(value), wide_.end_of(phi.getIncomingBlock(i)));
        }
    }

    // All lanes store to one address: the last active one wins, as in the loop over work-items.
    llvm::Value* last_active(llvm::Value* values) {
        if (!wide_.mask()) return builder_.CreateExtractElement(values, wide_.lanes() - 1);
        llvm::Value* const bits = builder_.CreateBitCast(wide_.mask(), builder_.getIntNTy(wide_.lanes()));
        llvm::Value* const before = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, builder_.getTrue());
        return builder_.CreateExtractElement(
            values, builder_.CreateSub(llvm::ConstantInt::get(bits->getType(), wide_.lanes() - 1), before));
    }

    void widen(llvm::StoreInst& store) {
        if (const field_group* const group = groups_.find(&store)) {
            if (group->place == &store) structs_.store(*group);
            return;
        }
        llvm::Value* const value = store.getValueOperand();
        llvm::Value* const address = store.getPointerOperand();
        llvm::Instruction* made = nullptr;
        if (wide_.is_uniform(address))
            made = builder_.CreateAlignedStore(wide_.is_uniform(value) ? wide_.scalar(value) : last_active(wide_.vector(value)),
                                               wide_.scalar(address), store.getAlign());
        else if (!is_consecutive(shapes_, *address, *value->getType()))
            made = builder_.CreateMaskedScatter(wide_.vector(value), wide_.vector(address), store.getAlign(), wide_.mask());
        else if (wide_.mask())
            made = builder_.CreateMaskedStore(wide_.vector(value), wide_.scalar(address), store.getAlign(), wide_.mask());
        else
            made = builder_.CreateAlignedStore(wide_.vector(value), wide_.scalar(address), store.getAlign());
        made->setAAMetadata(store.getAAMetadata());
    }

    llvm::Value* widened(llvm::Instruction& instruction) {
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return widened_load(*load);
        if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widened_call(*call);
        if (auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return widened_address(*address);
        llvm::SmallVector<llvm::Value*, 3> operands;
        for (llvm::Value* const operand : instruction.operands()) {
            const bool is_one_condition =
                operands.empty() && llvm::isa<llvm::SelectInst>(instruction) && wide_.is_uniform(operand);
            operands.push_back(is_one_condition ? wide_.scalar(operand) : wide_.vector(operand));
        }
        // A division by the zero of a lane that is not active would end the program.
        if (wide_.mask() && instruction.isIntDivRem())
            operands[1] = builder_.CreateSelect(wide_.mask(), operands[1], llvm::ConstantInt::get(operands[1]->getType(), 1));
        return wide_.create_operation(instruction, operands, wide_.vector_of(instruction.getType()));
    }

    llvm::Value* widened_load(llvm::LoadInst& load) {
        llvm::Value* const address = load.getPointerOperand();
        llvm::Type* const type = wide_.vector_of(load.getType());
        llvm::Instruction* made = nullptr;
        if (!wide_.mask() && is_every_second(shapes_, *address, *load.getType())) return load_every_second(load);
        if (!is_consecutive(shapes_, *address, *load.getType()))
            made =
                builder_.CreateMaskedGather(type, wide_.vector(address), load.getAlign(), wide_.mask(), nullptr, load.getName());
        else if (wide_.mask())
            made = builder_.CreateMaskedLoad(type, wide_.scalar(address), load.getAlign(), wide_.mask(), nullptr, load.getName());
        else
            made = builder_.CreateAlignedLoad(type, wide_.scalar(address), load.getAlign(), load.getName());
        made->setAAMetadata(load.getAAMetadata());
        return made;
    }

    // Two wide loads end at the last lane's element. For four lanes:
    //   a . b . c . d      memory
    //   a . b .            the first load
    //         . c . d      the second one
    llvm::Value* load_every_second(llvm::LoadInst& load) {
        const uint64_t size = shapes_.region().getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
        llvm::Value* const begin = wide_.scalar(load.getPointerOperand());
        const auto part = [&](uint64_t elements) {
            llvm::Value* const address = builder_.CreatePtrAdd(begin, builder_.getInt64(elements * size));
            return builder_.CreateAlignedLoad(wide_.vector_of(load.getType()), address,
                                              llvm::commonAlignment(load.getAlign(), elements * size), load.getName());
        };
        llvm::SmallVector<int, 16> mask;
        for (unsigned lane = 0; lane < wide_.lanes(); ++lane)
            mask.push_back(static_cast<int>(2 * lane < wide_.lanes() ? 2 * lane : 2 * lane + 1));
        llvm::Value* const first = part(0);
        llvm::Value* const second = part(wide_.lanes() - 1);
        return builder_.CreateShuffleVector(first, second, mask, load.getName());
    }

    // An index of 32 bits without a sign that each lane has itself. A gather takes signed ones, so it would compute with
    // addresses of 64 bits. With half of the range subtracted the index is a signed one, and the base is moved by as much.
    llvm::Value* address_by_signed_index(llvm::GetElementPtrInst& address) {
        const auto* const index = llvm::dyn_cast<llvm::ZExtInst>(address.idx_begin()->get());
        if (address.getNumIndices() != 1 || !index || !index->getSrcTy()->isIntegerTy(32) || wide_.is_uniform(index) ||
            !wide_.is_uniform(address.getPointerOperand()) || !is_only_gathered(address))
            return nullptr;
        constexpr uint32_t half = 1u << 31;
        const uint64_t size = shapes_.region().getDataLayout().getTypeAllocSize(address.getSourceElementType()).getFixedValue();
        llvm::Value* const base =
            builder_.CreatePtrAdd(wide_.scalar(address.getPointerOperand()), builder_.getInt64(half * size));
        llvm::Value* const narrow = builder_.CreateXor(wide_.vector(index->getOperand(0)), half);
        return builder_.CreateGEP(address.getSourceElementType(), base,
                                  builder_.CreateSExt(narrow, wide_.vector_of(builder_.getInt64Ty())), address.getName());
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
        const auto each = [&](llvm::Value* operand) {
            return wide_.is_uniform(operand) ? wide_.scalar(operand) : wide_.vector(operand);
        };
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
                arguments.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(intrinsic, i, nullptr) ? wide_.scalar(argument)
                                                                                                    : wide_.vector(argument));
            }
            const llvm::FMFSource flags = llvm::isa<llvm::FPMathOperator>(call) ? llvm::FMFSource(&call) : llvm::FMFSource();
            return builder_.CreateIntrinsic(wide_.vector_of(call.getType()), intrinsic, arguments, flags, call.getName());
        }
        if (is_vector_mathematics(call))
            return call_vector_mathematics(
                call, wide_.lanes(), chosen_.widest, [&](llvm::Value* value) { return wide_.vector(value); }, builder_);
        llvm::Value* result = llvm::PoisonValue::get(wide_.vector_of(call.getType()));
        for (unsigned lane = 0; lane < wide_.lanes(); ++lane)
            result = builder_.CreateInsertElement(result, done_for(call, lane), lane);
        return result;
    }

    // Copies an instruction for one lane.
    llvm::Value* done_for(llvm::Instruction& instruction, unsigned lane) {
        llvm::Instruction* const copy = instruction.clone();
        for (llvm::Use& operand : copy->operands())
            if (wide_.is_uniform(operand.get()))
                operand.set(wide_.scalar(operand.get()));
            else
                operand.set(builder_.CreateExtractElement(wide_.vector(operand.get()), lane));
        return builder_.Insert(copy);
    }

    // Copies an instruction for each active lane. Returns the results, or null if there are none.
    llvm::Value* done_for_active_lanes(llvm::Instruction& instruction) {
        const bool has_result = !instruction.getType()->isVoidTy();
        llvm::Value* results = has_result ? llvm::PoisonValue::get(wide_.vector_of(instruction.getType())) : nullptr;
        for (const llvm::Use& operand : instruction.operands())
            if (!wide_.is_uniform(operand.get())) wide_.vector(operand.get());  // before the branches, so that all lanes have it
        for (unsigned lane = 0; lane < wide_.lanes(); ++lane) {
            if (!wide_.mask()) {
                llvm::Value* const result = done_for(instruction, lane);
                if (has_result) results = builder_.CreateInsertElement(results, result, lane);
                continue;
            }
            llvm::BasicBlock* const before = builder_.GetInsertBlock();
            llvm::BasicBlock* const following = before->getNextNode();
            auto* const run = llvm::BasicBlock::Create(builder_.getContext(), "lane", &wide_.function(), following);
            auto* const next = llvm::BasicBlock::Create(builder_.getContext(), "lane.end", &wide_.function(), following);
            builder_.CreateCondBr(builder_.CreateExtractElement(wide_.mask(), lane), run, next);
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
        const auto memory = [&] {
            if (!image_operands_)
                image_operands_ =
                    wide_.create_array(builder_.getInt32Ty(), uint64_t {most_image_operands} * wide_.lanes(), 64, "operands");
            return image_operands_;
        };
        const auto is_consecutive = [&](const llvm::Value* value) {
            return wide_.shape_of(value) == lane_shape {lane_shape::kind::affine, 1};
        };
        call_for_lanes(call,
                       {.count = wide_.lanes(),
                        .mask = wide_.mask(),
                        .memory = memory,
                        .is_uniform = [&](const llvm::Value* value) { return wide_.is_uniform(value); },
                        .is_consecutive = is_consecutive,
                        .scalar = [&](llvm::Value* value) { return wide_.scalar(value); },
                        .vector = [&](llvm::Value* value) { return wide_.vector(value); }},
                       builder_);
    }

    const field_group* group_of_load(const llvm::Value* value) const {
        const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
        return load ? groups_.find(load) : nullptr;
    }

    llvm::GlobalVariable* counts_;
    const lane_shapes* before_;
    lane_choice chosen_;
    lane_shapes shapes_;
    field_groups groups_;
    wide_function wide_;
    llvm::IRBuilder<>& builder_;
    wide_structs structs_;
    llvm::Value* image_operands_ = nullptr;  // memory for the arguments of all lanes
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
    const lane_shapes shapes(*prepared, lanes, plan.is_item_aligned, plan.conditions, control);
    wide_region wide;
    if (has_space && shapes.is_coherent() && control.can_be_masked() && !may_wait_for_lanes(*prepared, control)) {
        // The conditions of the shapes need the function as it is.
        llvm::Function* const masked = clone(*prepared);
        divergent_control same_control(*masked);
        const lane_shapes same_shapes(*masked, lanes, plan.is_item_aligned, plan.conditions, same_control);
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
    const bool is_plain = !has_private_arrays(region) &&
                          lane_shapes(region, plan.chosen.lanes, plan.is_item_aligned, plan.conditions).is_coherent();
    return is_plain ? widener(region, plan, counts).run() : widen_with_masks(region, plan, counts);
}

// Creates the wide forms of a region. At the borders of a picture, a guard does not allow a form for which all lanes are inside.
// A form that masks lanes and gathers, and so works there too, is faster than one work-item after the other.
wide_region widen_for_all_places(llvm::Function& region, lane_plan plan, llvm::GlobalVariable* counts) {
    name_extensions(region);
    wide_region wide = widen_region(region, plan, counts);
    if (!wide.is_for_some_places) return wide;
    plan.conditions = lane_conditions::does_not_wrap;
    const wide_region anywhere = widen_region(region, plan, counts);
    wide.function_elsewhere = anywhere.function;
    wide.guard_elsewhere = anywhere.guard;
    if (anywhere.function) anywhere.function->setName(region.getName() + ".wide_elsewhere");
    if (anywhere.guard) anywhere.guard->setName(region.getName() + ".guard_elsewhere");
    if (anywhere.row_guard) anywhere.row_guard->eraseFromParent();
    return wide;
}

}  // namespace

void widen_regions(split_kernel& split, const lane_choice& chosen, llvm::GlobalVariable* counts) {
    // The lanes of a sub-group are its work-items: they begin at a multiple of its size.
    lane_plan plan {chosen, split.has_sub_groups()};
    if (plan.is_item_aligned) plan.chosen.lanes = std::min(chosen.lanes, archive::cpu::sub_group_size);
    const unsigned most = plan.chosen.lanes;
    for (const unsigned lanes : {most, 8u}) {
        if (lanes > most || (lanes == most && !split.wide.empty())) continue;
        plan.chosen.lanes = lanes;
        wide_forms& forms = split.wide.emplace_back(wide_forms {lanes, {}});
        for (llvm::Function* const region : split.regions) forms.regions.push_back(widen_for_all_places(*region, plan, counts));
    }
    if (!counts) return;
    for (llvm::Function* const region : split.regions) count_single_items(*region, *counts, most);
}

}  // namespace ingot::compiler::cpu
