#include "lane_shapes.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MathExtras.h>

#include <cstdlib>

#include "linearise.hpp"
#include "lowering.hpp"
#include "private_arrays.hpp"

namespace ingot::compiler::cpu {

namespace {

// A condition takes at most this number of instructions.
constexpr unsigned most_early_instructions = 40;

constexpr lane_shape uniform {};
constexpr lane_shape varying {lane_shape::kind::varying, 0};

lane_shape affine(int64_t stride) { return stride == 0 ? uniform : lane_shape {lane_shape::kind::affine, stride}; }

bool is_varying(const lane_shape& shape) { return shape.is == lane_shape::kind::varying; }
bool is_affine(const lane_shape& shape) { return shape.is == lane_shape::kind::affine; }

// Returns the shape of a value that is `first` on one path and `second` on another one.
lane_shape join(const lane_shape& first, const lane_shape& second) { return first == second ? first : varying; }

// A number of the value's type with the stride, in the range of signed numbers.
int64_t wrapped(int64_t stride, const llvm::Type* type) {
    return type->isIntegerTy() && type->getIntegerBitWidth() < 64
               ? llvm::SignExtend64(static_cast<uint64_t>(stride), type->getIntegerBitWidth())
               : stride;
}

// Large strides are of no use, and their sums could overflow.
bool is_small(int64_t stride) { return std::abs(stride) < (int64_t {1} << 24); }

bool is_wrapping_safe(const llvm::Instruction& instruction, bool is_signed) {
    if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
        return !is_signed && disjoint->isDisjoint();
    const auto* const flags = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
    return flags && (is_signed ? flags->hasNoSignedWrap() : flags->hasNoUnsignedWrap());
}

}  // namespace

lane_shapes::lane_shapes(llvm::Function& region, unsigned lanes, bool is_item_aligned, lane_conditions allowed,
                         divergent_control* control)
    : region_(region), lanes_(lanes), is_item_aligned_(is_item_aligned), control_(control) {
    for (const item_parameter each : {item_parameter::local_x, item_parameter::item})
        shapes_[parameter_of(region, each)] = affine(1);
    if (allowed == lane_conditions::any) mark_needed();
    do find_shapes();
    while (control_ && add_divergent_branches());
    for (llvm::Instruction& instruction : llvm::instructions(region)) {
        if (const std::optional<found> final = evaluate(instruction); final && final->shape == of(&instruction))
            conditions_.append(final->conditions.begin(), final->conditions.end());
        if (!instruction.isTerminator() || (control_ && control_->is_divergent(&instruction))) continue;
        for (const llvm::Value* const operand : instruction.operands())
            if (!llvm::isa<llvm::BasicBlock>(operand) && of(operand) != uniform) is_coherent_ = false;
    }
}

// Shapes begin unknown and only become less regular, so this ends. An unknown operand does not matter to a phi.
void lane_shapes::find_shapes() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&region_);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (llvm::BasicBlock* const block : blocks)
            for (llvm::Instruction& instruction : *block) {
                const std::optional<found> now = evaluate(instruction);
                if (!now) continue;
                const auto [old, is_new] = shapes_.try_emplace(&instruction, now->shape);
                const lane_shape joined = is_new ? now->shape : join(old->second, now->shape);
                is_changed |= is_new || joined != old->second;
                old->second = joined;
            }
        if (is_changed) continue;
        // What depends only on undefined values is the same in all lanes.
        for (llvm::BasicBlock* const block : blocks)
            for (llvm::PHINode& phi : block->phis())
                if (!known(&phi) && llvm::any_of(phi.incoming_values(), llvm::IsaPred<llvm::UndefValue>))
                    is_changed |= shapes_.try_emplace(&phi, uniform).second;
    }
}

// Returns whether there are new ones.
bool lane_shapes::add_divergent_branches() {
    bool is_changed = false;
    for (llvm::BasicBlock& block : region_)
        if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
            branch && branch->isConditional() && of(branch->getCondition()) != uniform)
            is_changed |= control_->add(*branch);
    return is_changed;
}

lane_shape lane_shapes::of(const llvm::Value* value) const { return known(value).value_or(uniform); }

std::optional<lane_shape> lane_shapes::known(const llvm::Value* value) const {
    if (const auto found = shapes_.find(value); found != shapes_.end()) return found->second;
    if (llvm::isa<llvm::Instruction>(value)) return std::nullopt;
    return uniform;
}

// Conditions are worth their time only for branches and for addresses. Where nothing is marked, the only conditions are those of
// values that do not wrap.
void lane_shapes::mark_needed() {
    for (llvm::Instruction& instruction : llvm::instructions(region_)) {
        if (auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&instruction); branch && branch->isConditional())
            mark_branch_condition(branch->getCondition());
        if (auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
            for (llvm::Value* const index : address->indices()) mark_address(index);
    }
}

void lane_shapes::mark_branch_condition(llvm::Value* condition) {
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(condition);
    if (!instruction || !condition->getType()->isIntegerTy(1) || !decide_branches_.insert(instruction).second) return;
    if (llvm::isa<llvm::BinaryOperator>(instruction) || llvm::isa<llvm::SelectInst>(instruction))
        for (llvm::Value* const operand : instruction->operands()) mark_branch_condition(operand);
}

void lane_shapes::mark_address(llvm::Value* index) {
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(index);
    if (!instruction || !index->getType()->isIntegerTy() || !make_addresses_.insert(instruction).second) return;
    if (llvm::isa<llvm::BinaryOperator>(instruction) || llvm::isa<llvm::CastInst>(instruction) ||
        llvm::isa<llvm::MinMaxIntrinsic>(instruction))
        for (llvm::Value* const operand : instruction->operands()) mark_address(operand);
    if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
        mark_branch_condition(select->getCondition());
        mark_address(select->getTrueValue());
        mark_address(select->getFalseValue());
    }
}

// Returns nothing as long as the operands are not known.
std::optional<lane_shapes::found> lane_shapes::evaluate(llvm::Instruction& instruction) const {
    if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return evaluate_phi(*phi);
    if (llvm::isa<llvm::AtomicRMWInst>(instruction)) return found {varying};  // each lane does it, and has its own result
    if (const std::optional<int64_t> distance = lane_distance(instruction)) return found {affine(*distance)};
    // A select of different lanes is varying, whatever it selects: it may be a value that goes round a loop.
    if (const auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
        if (known(select->getCondition()).value_or(uniform) != uniform) return found {varying};
    lane_shape all = uniform;
    for (const llvm::Value* const operand : instruction.operands()) {
        const std::optional<lane_shape> shape = known(operand);
        if (!shape) return std::nullopt;
        if (*shape != uniform) all = varying;
    }
    if (all == uniform || calls(instruction, any_lane) || calls(instruction, set_mask)) return found {uniform};
    const auto shape_of = [&](unsigned operand) { return *known(instruction.getOperand(operand)); };
    const auto result = [&](const lane_shape& shape) {
        const lane_shape kept {shape.is, wrapped(shape.stride, instruction.getType())};
        return is_affine(kept) && (kept.stride == 0 || !is_small(kept.stride)) ? found {varying} : found {kept};
    };
    if (const std::optional<lane_shape> part = part_of_aligned(instruction)) return result(*part);
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Or:
            if (!llvm::cast<llvm::PossiblyDisjointInst>(instruction).isDisjoint()) return found {varying};
            [[fallthrough]];
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub: {
            if (is_varying(shape_of(0)) || is_varying(shape_of(1))) return found {varying};
            const int64_t sign = instruction.getOpcode() == llvm::Instruction::Sub ? -1 : 1;
            return result(affine(shape_of(0).stride + sign * shape_of(1).stride));
        }
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl: {
            const auto* const factor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
            if (!factor || !is_affine(shape_of(0)) || factor->getBitWidth() > 64) return found {varying};
            const bool is_shift = instruction.getOpcode() == llvm::Instruction::Shl;
            if (is_shift ? factor->getValue().uge(24) : !is_small(factor->getSExtValue())) return found {varying};
            return result(
                affine(shape_of(0).stride * (is_shift ? int64_t {1} << factor->getZExtValue() : factor->getSExtValue())));
        }
        case llvm::Instruction::Trunc:
            return is_affine(shape_of(0)) ? result(shape_of(0)) : found {varying};
        case llvm::Instruction::ZExt:
            return extended(instruction.getOperand(0), shape_of(0), false, instruction.hasNonNeg());
        case llvm::Instruction::SExt:
            return extended(instruction.getOperand(0), shape_of(0), true, false);
        case llvm::Instruction::AddrSpaceCast:
            return found {shape_of(0)};
        case llvm::Instruction::GetElementPtr:
            return evaluate_address(llvm::cast<llvm::GetElementPtrInst>(instruction));
        case llvm::Instruction::ICmp:
            return evaluate_comparison(llvm::cast<llvm::ICmpInst>(instruction));
        case llvm::Instruction::Call:
            return evaluate_choice(llvm::cast<llvm::CallInst>(instruction));
        case llvm::Instruction::Select:
            return evaluate_select(llvm::cast<llvm::SelectInst>(instruction));
        default:
            return found {varying};
    }
}

// Is the value the x of the work-item in its group, or its index there, times the stride? The first of the work-items that run
// together has an x that is a multiple of their number; in sub-groups the index is one, too.
bool lane_shapes::is_aligned(const llvm::Value* value) const {
    if (value == parameter_of(region_, item_parameter::local_x)) return true;
    if (is_item_aligned_ && value == parameter_of(region_, item_parameter::item)) return true;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !is_affine(of(instruction))) return false;
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::Trunc:
            return is_aligned(instruction->getOperand(0));
        default:
            return false;
    }
}

// A row of work-items that is divided into parts of several times `lanes` work-items: the number of the part is the same in all
// lanes, and the place in the part grows from lane to lane. Returns nothing if the instruction computes neither.
std::optional<lane_shape> lane_shapes::part_of_aligned(const llvm::Instruction& instruction) const {
    const llvm::Value* const whole = instruction.getNumOperands() == 2 ? instruction.getOperand(0) : nullptr;
    const auto* const constant = whole ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)) : nullptr;
    if (!constant || constant->getBitWidth() > 64 || !is_aligned(whole)) return std::nullopt;
    const lane_shape shape = of(whole);
    if (!is_affine(shape) || shape.stride <= 0) return std::nullopt;
    const auto length = static_cast<uint64_t>(shape.stride) * lanes_;
    if (!llvm::isPowerOf2_64(length)) return std::nullopt;  // a product that wraps would not be a multiple of it
    const auto is_part = [&](const llvm::APInt& size) { return !size.isZero() && size.urem(length) == 0; };
    const llvm::APInt& number = constant->getValue();
    const auto bits = constant->getBitWidth();
    if (bits <= 32 && length >= uint64_t {1} << (bits - 1)) return std::nullopt;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::LShr:
            return number.ult(bits) && is_part(llvm::APInt::getOneBitSet(bits, static_cast<unsigned>(number.getZExtValue())))
                       ? std::optional(uniform)
                       : std::nullopt;
        case llvm::Instruction::UDiv:
            return is_part(number) ? std::optional(uniform) : std::nullopt;
        case llvm::Instruction::URem:
            return is_part(number) ? std::optional(shape) : std::nullopt;
        case llvm::Instruction::And:
            if (number.isNegatedPowerOf2() && is_part(-number)) return uniform;
            return number.isMask() && is_part(number + 1) ? std::optional(shape) : std::nullopt;
        default:
            return std::nullopt;
    }
}

std::optional<lane_shapes::found> lane_shapes::evaluate_phi(llvm::PHINode& phi) const {
    if (control_ && control_->joins_lanes(phi)) return found {varying};
    std::optional<lane_shape> joined;
    for (const llvm::Value* const incoming : phi.incoming_values())
        if (llvm::isa<llvm::UndefValue>(incoming))
            continue;  // nothing uses it
        else if (const std::optional<lane_shape> shape = known(incoming))
            joined = joined ? join(*joined, *shape) : *shape;
    if (!joined) return std::nullopt;
    return found {*joined};
}

// A value that is used in a wider type: its lanes must not wrap.
lane_shapes::found lane_shapes::extended(llvm::Value* value, lane_shape shape, bool is_signed, bool is_any_sign) const {
    if (!is_affine(shape) || !fits(value, shape.stride)) return {varying};
    if (is_proven(value, is_signed) || (is_any_sign && is_proven(value, !is_signed))) return {shape};
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || !can_be_computed_early(value)) return {varying};
    return {shape, {{lane_condition::kind::does_not_wrap, instruction, 0, is_signed, shape.stride}}};
}

lane_shapes::found lane_shapes::evaluate_address(llvm::GetElementPtrInst& address) const {
    found result {*known(address.getPointerOperand())};
    if (is_varying(result.shape) || address.getType()->isVectorTy()) return {varying};
    const llvm::DataLayout& layout = region_.getParent()->getDataLayout();
    int64_t stride = result.shape.stride;
    for (auto type = llvm::gep_type_begin(address); type != llvm::gep_type_end(address); ++type) {
        llvm::Value* const index = type.getOperand();
        const lane_shape shape = *known(index);
        if (type.isStruct() || shape == uniform) continue;
        if (is_varying(shape)) return {varying};
        if (index->getType()->getIntegerBitWidth() < 64) {
            const found wide = extended(index, shape, true, false);
            if (is_varying(wide.shape)) return {varying};
            result.conditions.append(wide.conditions.begin(), wide.conditions.end());
        }
        const uint64_t size = type.getSequentialElementStride(layout);
        if (size > (uint64_t {1} << 24)) return {varying};
        stride += shape.stride * static_cast<int64_t>(size);
    }
    result.shape = affine(stride);
    return is_small(stride) ? result : found {varying};
}

lane_shapes::found lane_shapes::evaluate_comparison(llvm::ICmpInst& comparison) const {
    const lane_shape first = *known(comparison.getOperand(0));
    const lane_shape second = *known(comparison.getOperand(1));
    // Both sides move alike, so their difference is the same in all lanes.
    if (comparison.isEquality() && is_affine(first) && first == second) return {uniform};
    const unsigned moving = is_affine(first) ? 0 : 1;
    const lane_shape shape = moving == 0 ? first : second;
    if (!decide_branches_.contains(&comparison) || !is_affine(shape) || (moving == 0 ? second : first) != uniform ||
        !comparison.getOperand(0)->getType()->isIntegerTy() || !fits(comparison.getOperand(moving), shape.stride) ||
        !can_be_computed_early(&comparison))
        return {varying};
    return {uniform, {{lane_condition::kind::compares_alike, &comparison, moving, comparison.isSigned(), shape.stride}}};
}

lane_shapes::found lane_shapes::evaluate_choice(llvm::CallInst& call) const {
    auto* const choice = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&call);
    if (!choice || !make_addresses_.contains(choice)) return {varying};
    const lane_shape first = *known(choice->getLHS());
    const lane_shape second = *known(choice->getRHS());
    const unsigned moving = is_affine(first) ? 0 : 1;
    const lane_shape shape = moving == 0 ? first : second;
    if (!is_affine(shape) || (moving == 0 ? second : first) != uniform || !fits(choice, shape.stride) ||
        !can_be_computed_early(choice))
        return {varying};
    return {shape, {{lane_condition::kind::is_chosen_operand, choice, moving, choice->isSigned(), shape.stride}}};
}

// A coordinate that is clamped by comparisons: the guard makes sure that they select the coordinate.
lane_shapes::found lane_shapes::evaluate_select(llvm::SelectInst& select) const {
    const lane_shape first = *known(select.getTrueValue());
    const lane_shape second = *known(select.getFalseValue());
    if (is_varying(first) || is_varying(second)) return {varying};
    if (first == second) return {first};
    const unsigned moving = is_affine(first) ? 1 : 2;
    const lane_shape shape = moving == 1 ? first : second;
    if (!make_addresses_.contains(&select) || (moving == 1 ? second : first) != uniform || !can_be_computed_early(&select))
        return {varying};
    return {shape, {{lane_condition::kind::selects_operand, &select, moving}}};
}

// Do the lanes of a value never wrap? The ids of work-items do not: a group has less than 2^31 work-items. All work-items compute
// the value, so a flag that says that an operation does not wrap holds for all lanes.
bool lane_shapes::is_proven(const llvm::Value* value, bool is_signed) const {
    if (of(value) == uniform || llvm::isa<llvm::Argument>(value)) return true;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction) return false;
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Or:
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl:
            return is_wrapping_safe(*instruction, is_signed) && is_proven(instruction->getOperand(0), is_signed) &&
                   is_proven(instruction->getOperand(1), is_signed);
        case llvm::Instruction::ZExt:
            return is_affine(of(instruction));  // evaluate() has made sure of it
        case llvm::Instruction::SExt:
            return is_signed && is_affine(of(instruction));
        case llvm::Instruction::Select:
            return llvm::all_of(llvm::drop_begin(instruction->operands()),
                                [&](const llvm::Value* operand) { return is_proven(operand, is_signed); });
        case llvm::Instruction::Call: {
            const auto* const choice = llvm::dyn_cast<llvm::MinMaxIntrinsic>(instruction);
            return choice && choice->isSigned() == is_signed;  // the condition of the choice includes it
        }
        default:
            return false;
    }
}

// Is the way from the first lane to the last one shorter than half of the numbers of the type? Then it wraps if and only if it
// ends on the wrong side of its beginning.
bool lane_shapes::fits(const llvm::Value* value, int64_t stride, unsigned items) {
    const unsigned bits = value->getType()->isIntegerTy() ? value->getType()->getIntegerBitWidth() : 0;
    const uint64_t length = static_cast<uint64_t>(std::abs(stride)) * (items - 1);
    return bits > 1 && bits <= 64 && length < (uint64_t {1} << (bits - 1));
}

// Values that are affine only in the lanes of a chunk have no conditions that hold for a row.
bool lane_shapes::hold_for_rows() const {
    for (const llvm::Instruction& instruction : llvm::instructions(region_))
        if (part_of_aligned(instruction)) return false;
    return llvm::all_of(conditions_, [](const lane_condition& condition) {
        const bool is_value = condition.is == lane_condition::kind::does_not_wrap || condition.stride == 0;
        const llvm::Value* const moving = is_value ? condition.value : condition.value->getOperand(condition.operand);
        return condition.stride == 0 || fits(moving, condition.stride, longest_row);
    });
}

// Does the load read a part of a value that the launch passes by a pointer? Nothing writes it.
bool lane_shapes::is_part_of_value(const llvm::LoadInst& load) const {
    const llvm::DataLayout& layout = region_.getParent()->getDataLayout();
    const llvm::Value* const address = load.getPointerOperand();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
    const auto* const value = llvm::dyn_cast<llvm::Argument>(address->stripAndAccumulateConstantOffsets(layout, offset, true));
    return value && load.isSimple() && value->onlyReadsMemory() && value->hasNoAliasAttr() && !offset.isNegative() &&
           offset.getZExtValue() + layout.getTypeStoreSize(load.getType()).getFixedValue() <= value->getDereferenceableBytes();
}

int64_t lane_shapes::guessed_stride(const llvm::Value* value) const {
    const int64_t stride = guess(value, 12).value_or(0);
    return is_small(stride) ? stride : 0;
}

// Returns nothing for a value whose lanes have nothing to do with each other.
std::optional<int64_t> lane_shapes::guess(const llvm::Value* value, unsigned depth) const {
    const lane_shape shape = of(value);
    if (!is_varying(shape)) return shape.stride;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || depth == 0) return std::nullopt;
    const auto of_operand = [&](unsigned operand) { return guess(instruction->getOperand(operand), depth - 1); };
    const auto choice = [&](unsigned first, unsigned second) -> std::optional<int64_t> {
        const std::optional<int64_t> one = of_operand(first);
        const std::optional<int64_t> other = one ? of_operand(second) : std::nullopt;
        if (!other || (*one != *other && *one != 0 && *other != 0)) return std::nullopt;
        return *one != 0 ? one : other;
    };
    switch (instruction->getOpcode()) {
        case llvm::Instruction::Or:
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub: {
            const std::optional<int64_t> first = of_operand(0);
            const std::optional<int64_t> second = first ? of_operand(1) : std::nullopt;
            if (!second || !is_small(*first) || !is_small(*second)) return std::nullopt;
            return instruction->getOpcode() == llvm::Instruction::Sub ? *first - *second : *first + *second;
        }
        case llvm::Instruction::Mul:
        case llvm::Instruction::Shl: {
            const auto* const factor = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1));
            const std::optional<int64_t> stride = factor && factor->getBitWidth() <= 64 ? of_operand(0) : std::nullopt;
            if (!stride || !is_small(*stride)) return std::nullopt;
            if (instruction->getOpcode() == llvm::Instruction::Shl)
                return factor->getValue().ult(24) ? std::optional(*stride * (int64_t {1} << factor->getZExtValue()))
                                                  : std::nullopt;
            return is_small(factor->getSExtValue()) ? std::optional(*stride * factor->getSExtValue()) : std::nullopt;
        }
        case llvm::Instruction::Trunc:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::SExt:
        case llvm::Instruction::Freeze:
        case llvm::Instruction::AddrSpaceCast:
            return of_operand(0);
        case llvm::Instruction::Select:
            return choice(1, 2);
        case llvm::Instruction::Call:
            return llvm::isa<llvm::MinMaxIntrinsic>(instruction) ? choice(0, 1) : std::nullopt;
        case llvm::Instruction::GetElementPtr: {
            std::optional<int64_t> sum = of_operand(0);
            const llvm::DataLayout& layout = region_.getParent()->getDataLayout();
            for (auto type = llvm::gep_type_begin(*instruction); type != llvm::gep_type_end(*instruction) && sum; ++type) {
                if (type.isStruct()) continue;
                const std::optional<int64_t> stride = guess(type.getOperand(), depth - 1);
                const uint64_t size = type.getSequentialElementStride(layout);
                if (!stride || !is_small(*stride) || size > (uint64_t {1} << 24)) return std::nullopt;
                *sum += *stride * static_cast<int64_t>(size);
            }
            return sum;
        }
        default:
            return std::nullopt;
    }
}

bool lane_shapes::can_be_computed_early(const llvm::Value* value) const {
    unsigned budget = most_early_instructions;
    return can_be_computed_early(value, budget);
}

// Can a value be computed at the beginning of the region, whatever happens there? From parameters and constants only; loads only
// of what the launch passes.
bool lane_shapes::can_be_computed_early(const llvm::Value* value, unsigned& budget) const {
    if (llvm::isa<llvm::Argument>(value) || llvm::isa<llvm::Constant>(value)) return true;
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || budget == 0 || llvm::isa<llvm::PHINode>(instruction) || !instruction->getType()->isIntOrPtrTy())
        return false;
    --budget;
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(instruction)) return is_part_of_value(*load);
    if (instruction->mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(instruction)) return false;
    return llvm::all_of(instruction->operands(),
                        [&](const llvm::Value* operand) { return can_be_computed_early(operand, budget); });
}

}  // namespace ingot::compiler::cpu
