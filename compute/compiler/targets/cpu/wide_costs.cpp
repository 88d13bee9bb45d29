#include "wide_costs.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

#include "lane_operations.hpp"
#include "linearise.hpp"
#include "vector_mathematics.hpp"

namespace ingot::compiler::cpu {

namespace {

constexpr unsigned most_instructions_of_region = 4000;

bool is_uniform(const lane_shapes& shapes, const llvm::Value* value) { return shapes.of(value).is == lane_shape::kind::uniform; }
bool is_affine(const lane_shapes& shapes, const llvm::Value* value) { return shapes.of(value).is == lane_shape::kind::affine; }

bool is_possible(const lane_shapes& shapes, const llvm::Instruction& instruction) {
    if (instruction.isTerminator() || is_remark(instruction) || calls(instruction, set_mask)) return true;
    if (is_done_one_by_one(instruction) || llvm::isa<llvm::AllocaInst>(instruction)) return true;
    if (instruction.mayReadOrWriteMemory()) {
        if (!is_plain_access(instruction)) return false;
        const llvm::Type* const type = llvm::getLoadStoreType(&instruction);
        return is_stored_element(type) || is_uniform(shapes, llvm::getLoadStorePointerOperand(&instruction));
    }
    if (llvm::isa<llvm::CallBase>(instruction) && !is_pure_call(instruction)) return false;
    if (is_uniform(shapes, &instruction) || is_affine(shapes, &instruction)) return true;
    if (!is_element(instruction.getType())) return false;
    for (const llvm::Value* const operand : instruction.operands())
        if (!llvm::isa<llvm::Function>(operand) && !is_element(operand->getType())) return false;
    return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
                     llvm::GetElementPtrInst, llvm::PHINode, llvm::CallInst>(instruction);
}

template <typename Cost>
double sum_of_costs(llvm::Function& function, const Cost& cost) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    double sum = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const double own = cost(instruction);
        if (is_remark(instruction) || instruction.isTerminator() || calls(instruction, set_mask)) continue;
        double weight = 1;
        for (unsigned i = 0; i < std::min(loops.getLoopDepth(instruction.getParent()), 4u); ++i) weight *= 8;
        sum += weight * own;
    }
    return sum;
}

double cost_of(const lane_shapes& shapes, const field_groups& groups, const llvm::Instruction& instruction) {
    const double lanes = shapes.lanes();
    if (const llvm::Value* const address = llvm::getLoadStorePointerOperand(&instruction)) {
        llvm::Type* const type = llvm::getLoadStoreType(&instruction);
        if (is_uniform(shapes, address) || is_consecutive(shapes, *address, *type)) return 1;
        // A wide access serves all fields. Often the operations do too; else each field takes further instructions.
        if (const field_group* const group = groups.find(&instruction)) {
            const auto fields = static_cast<double>(group->fields.size());
            return group->is_apart ? lanes * (group->may_be_adjacent ? 0.4 : 0.5 + 1.0 / fields) : 1.5;
        }
        if (llvm::isa<llvm::LoadInst>(instruction) && is_every_second(shapes, *address, *type)) return 3;
        return lanes * (llvm::isa<llvm::StoreInst>(instruction) ? 2.0 : 1.5);
    }
    if (is_uniform(shapes, &instruction) || is_affine(shapes, &instruction)) return 1;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::AtomicRMW:
            return lanes * 2.0;
        case llvm::Instruction::UDiv:
        case llvm::Instruction::SDiv:
        case llvm::Instruction::URem:
        case llvm::Instruction::SRem:
        case llvm::Instruction::FRem:
            return lanes * 1.5;
        case llvm::Instruction::Call:
            if (is_done_together(instruction)) return lanes * 0.6;
            if (wide_intrinsic(instruction, shapes)) return 1;
            return is_vector_mathematics(llvm::cast<llvm::CallInst>(instruction)) ? lanes * 0.5 : lanes * 1.2;
        default:
            return instruction.getType()->getScalarSizeInBits() > 32 ? 2 : 1;
    }
}

}  // namespace

bool can_be_wide(const lane_shapes& shapes) {
    unsigned count = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(shapes.region())) {
        if (++count > most_instructions_of_region || !is_possible(shapes, instruction)) return false;
    }
    return true;
}

bool is_worthwhile(const lane_shapes& shapes, const lane_shapes* before, const field_groups& groups) {
    const double narrow =
        shapes.lanes() * sum_of_costs(before ? before->region() : shapes.region(), [](const llvm::Instruction&) { return 1.0; });
    bool has_mask = false;
    const double wide = sum_of_costs(shapes.region(), [&](const llvm::Instruction& instruction) {
        if (&instruction == &*instruction.getParent()->getFirstNonPHIIt()) has_mask = calls(instruction, set_mask);
        return cost_of(shapes, groups, instruction) * (has_mask ? 2.0 : 1.0);
    });
    return wide < 0.8 * narrow;
}

}  // namespace ingot::compiler::cpu
