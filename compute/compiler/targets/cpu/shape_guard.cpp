#include "shape_guard.hpp"

#include <llvm/IR/IRBuilder.h>

#include <array>
#include <cstdlib>

#include "lane_operations.hpp"
#include "lowering.hpp"

namespace ingot::compiler::cpu {

namespace {

// Computes a value in the guard. Without flags: the region may compute it only under a condition.
llvm::Value* early(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::DenseMap<llvm::Value*, llvm::Value*>& known) {
    if (llvm::isa<llvm::Constant>(value)) return value;
    if (llvm::Value* const found = known.lookup(value)) return found;
    llvm::Instruction* const copy = llvm::cast<llvm::Instruction>(value)->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(early(builder, operand.get(), known));
    copy->dropPoisonGeneratingAnnotations();
    builder.Insert(copy);
    known[value] = copy;
    return copy;
}

}  // namespace

llvm::Function* create_guard(const lane_shapes& shapes, const lane_shapes* before, guard_range tested) {
    llvm::Function& region = shapes.region();
    llvm::IRBuilder<> builder(region.getContext());
    llvm::Function* const guard = create_like(region, builder.getInt1Ty(), tested == guard_range::row ? ".row_guard" : ".guard");
    builder.SetInsertPoint(llvm::BasicBlock::Create(guard->getContext(), "", guard));
    llvm::Value* const row = parameter_of(*guard, item_parameter::local_size_x);
    llvm::Value* const distance = tested == guard_range::row ? builder.CreateNUWSub(row, builder.getInt32(1))
                                                             : static_cast<llvm::Value*>(builder.getInt32(shapes.lanes() - 1));
    std::array<llvm::DenseMap<llvm::Value*, llvm::Value*>, 2> ends;  // values of the first lane and of the last one
    for (unsigned end = 0; end < 2; ++end)
        for (llvm::Argument& argument : region.args()) {
            llvm::Value* value = guard->getArg(argument.getArgNo());
            if (end == 1 && shapes.of(&argument) != lane_shape {}) value = builder.CreateAdd(value, distance);
            ends[end][&argument] = value;
            if (before) ends[end][before->region().getArg(argument.getArgNo())] = value;
        }
    llvm::Value* result = tested == guard_range::row ? builder.CreateICmpULE(row, builder.getInt32(lane_shapes::longest_row))
                                                     : static_cast<llvm::Value*>(builder.getTrue());
    const auto demand = [&](llvm::Value* condition) { result = builder.CreateAnd(result, condition); };
    llvm::SmallVector<lane_condition> conditions = shapes.conditions();
    if (before) conditions.append(before->conditions());
    for (const lane_condition& condition : conditions) {
        const auto at = [&](unsigned end, llvm::Value* value) { return early(builder, value, ends[end]); };
        const auto demand_no_wrapping = [&](llvm::Value* value) {
            const auto predicate = condition.is_signed ? llvm::CmpInst::ICMP_SGE : llvm::CmpInst::ICMP_UGE;
            const bool grows = condition.stride > 0;
            demand(builder.CreateICmp(predicate, at(grows ? 1 : 0, value), at(grows ? 0 : 1, value)));
        };
        llvm::Value* const moving = condition.value->getOperand(condition.operand);
        if (condition.is == lane_condition::kind::selects_operand) {
            llvm::Value* const chosen = at(0, llvm::cast<llvm::SelectInst>(condition.value)->getCondition());
            demand(condition.operand == 1 ? chosen : builder.CreateNot(chosen));
        } else if (condition.is == lane_condition::kind::does_not_wrap) {
            demand_no_wrapping(condition.value);
        } else if (condition.is == lane_condition::kind::is_chosen_operand) {
            demand_no_wrapping(moving);
            for (const unsigned end : {0u, 1u}) demand(builder.CreateICmpEQ(at(end, condition.value), at(end, moving)));
        } else if (llvm::cast<llvm::ICmpInst>(condition.value)->isEquality()) {
            // The other side is on none of the steps from the first lane to the last one.
            llvm::Value* const other = at(0, condition.value->getOperand(1 - condition.operand));
            llvm::Value* const first = at(0, moving);
            llvm::Value* const way = condition.stride > 0 ? builder.CreateSub(other, first) : builder.CreateSub(first, other);
            llvm::Value* const length =
                builder.CreateMul(builder.CreateZExtOrTrunc(distance, way->getType()),
                                  llvm::ConstantInt::get(way->getType(), static_cast<uint64_t>(std::abs(condition.stride))));
            demand(builder.CreateICmpUGT(way, length));
        } else {
            demand_no_wrapping(moving);
            demand(builder.CreateICmpEQ(at(0, condition.value), at(1, condition.value)));
        }
    }
    builder.CreateRet(result);
    return guard;
}

}  // namespace ingot::compiler::cpu
