// Replaces memmove by loads and stores. SPIR-V's only instruction for copies, OpCopyMemorySized, requires that source and
// destination do not overlap, but the ranges of a memmove may. A short memmove loads everything before it stores anything:
//
//     call void @llvm.memmove(ptr %to, ptr %from, i64 8)
//  =>
//     %low = load i32, ptr %from
//     %high = load i32, ptr %from.4
//     store i32 %low, ptr %to
//     store i32 %high, ptr %to.4
//
// A long memmove, or one whose size is not constant, becomes two loops. If the destination is below the source, the first loop
// copies upwards; otherwise the second loop copies downwards. A memset whose value or size is not constant becomes stores too,
// because llvm-spirv does not translate it.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The pass copies and fills memory in units: integers of 1, 2, 4 or 8 bytes.
constexpr uint64_t widest_unit = 8;     // bytes of the widest integer that devices load and store
constexpr uint64_t most_unrolled = 16;  // the largest number of units for which the code has no loop

// Returns the number of bytes of the widest unit that `alignment` allows and of which `size` is a multiple.
uint64_t unit_of(llvm::Align alignment, const llvm::Value* size, const llvm::DataLayout& layout) {
    const unsigned zeros = llvm::computeKnownBits(size, layout).countMinTrailingZeros();
    return std::min({widest_unit, alignment.value(), uint64_t {1} << std::min(zeros, 3u)});
}

// Inserts a loop before `next`. With a step of 1 it calls body(index) for index = first, first + 1, …, last - 1; with a step of
// -1 for index = first - 1, first - 2, …, last.
void loop_before(llvm::Instruction* next, llvm::Value* first, llvm::Value* last, int64_t step,
                 const std::function<void(llvm::IRBuilder<>&, llvm::Value*)>& body) {
    llvm::BasicBlock* const before = next->getParent();
    llvm::BasicBlock* const after = before->splitBasicBlock(next->getIterator(), "memory.done");
    llvm::BasicBlock* const loop = llvm::BasicBlock::Create(next->getContext(), "memory.loop", before->getParent(), after);
    llvm::IRBuilder<> entry(before->getTerminator());
    entry.SetCurrentDebugLocation(next->getDebugLoc());
    entry.CreateCondBr(entry.CreateICmpEQ(first, last), after, loop);
    before->getTerminator()->eraseFromParent();

    llvm::IRBuilder<> builder(loop);
    builder.SetCurrentDebugLocation(next->getDebugLoc());
    llvm::PHINode* const index = builder.CreatePHI(first->getType(), 2, "memory.index");
    index->addIncoming(first, before);
    llvm::Constant* const increment = llvm::ConstantInt::get(index->getType(), static_cast<uint64_t>(step), true);
    llvm::Value* const following = builder.CreateAdd(index, increment);
    body(builder, step < 0 ? following : index);
    index->addIncoming(following, loop);
    builder.CreateCondBr(builder.CreateICmpEQ(following, last), after, loop);
}

void expand(llvm::MemMoveInst& move) {
    const llvm::DataLayout& layout = move.getDataLayout();
    llvm::Value* const destination = move.getRawDest();
    llvm::Value* const source = move.getRawSource();
    llvm::Value* const size = move.getLength();
    const llvm::Align alignment = std::min(move.getDestAlign().valueOrOne(), move.getSourceAlign().valueOrOne());
    const uint64_t bytes = unit_of(alignment, size, layout);
    llvm::IRBuilder<> builder(&move);
    llvm::Type* const unit = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
    const llvm::Align unit_alignment(bytes);
    const bool is_volatile = move.isVolatile();

    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (constant && constant->getZExtValue() <= most_unrolled * bytes) {
        std::vector<llvm::Value*> values;
        const uint64_t count = constant->getZExtValue() / bytes;
        for (uint64_t i = 0; i < count; ++i)
            values.push_back(builder.CreateAlignedLoad(unit, builder.CreateConstInBoundsGEP1_64(unit, source, i), unit_alignment,
                                                       is_volatile));
        for (uint64_t i = 0; i < count; ++i)
            builder.CreateAlignedStore(values[i], builder.CreateConstInBoundsGEP1_64(unit, destination, i), unit_alignment,
                                       is_volatile);
        move.eraseFromParent();
        return;
    }

    llvm::Value* const count = builder.CreateLShr(size, llvm::Log2_64(bytes));
    llvm::Constant* const zero = llvm::ConstantInt::get(count->getType(), 0);
    const auto copy = [&](llvm::IRBuilder<>& loop_builder, llvm::Value* index) {
        llvm::Value* const value =
            loop_builder.CreateAlignedLoad(unit, loop_builder.CreateGEP(unit, source, index), unit_alignment, is_volatile);
        loop_builder.CreateAlignedStore(value, loop_builder.CreateGEP(unit, destination, index), unit_alignment, is_volatile);
    };
    if (destination->getType() != source->getType()) {  // pointers of different address spaces do not overlap
        loop_before(&move, zero, count, 1, copy);
    } else {
        llvm::Instruction* upwards = nullptr;
        llvm::Instruction* downwards = nullptr;
        llvm::SplitBlockAndInsertIfThenElse(builder.CreateICmpULT(destination, source), &move, &upwards, &downwards);
        loop_before(upwards, zero, count, 1, copy);
        loop_before(downwards, count, zero, -1, copy);
    }
    move.eraseFromParent();
}

void expand(llvm::MemSetInst& fill) {
    llvm::Value* const size = fill.getLength();
    const uint64_t bytes = unit_of(fill.getDestAlign().valueOrOne(), size, fill.getDataLayout());
    llvm::IRBuilder<> builder(&fill);
    llvm::Type* const unit = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
    const llvm::Align unit_alignment(bytes);
    llvm::Value* const destination = fill.getRawDest();
    const bool is_volatile = fill.isVolatile();
    llvm::Value* const value = builder.CreateMul(
        builder.CreateZExt(fill.getValue(), unit),
        llvm::ConstantInt::get(unit, llvm::APInt::getSplat(static_cast<unsigned>(8 * bytes), llvm::APInt(8, 1))));
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(size);
    if (constant && constant->getZExtValue() <= most_unrolled * bytes) {
        for (uint64_t i = 0; i < constant->getZExtValue() / bytes; ++i)
            builder.CreateAlignedStore(value, builder.CreateConstInBoundsGEP1_64(unit, destination, i), unit_alignment,
                                       is_volatile);
    } else {
        llvm::Value* const count = builder.CreateLShr(size, llvm::Log2_64(bytes));
        loop_before(&fill, llvm::ConstantInt::get(count->getType(), 0), count, 1,
                    [&](llvm::IRBuilder<>& loop_builder, llvm::Value* index) {
                        loop_builder.CreateAlignedStore(value, loop_builder.CreateGEP(unit, destination, index), unit_alignment,
                                                        is_volatile);
                    });
    }
    fill.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses expand_memory_intrinsics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<llvm::MemMoveInst*> moves;
    std::vector<llvm::MemSetInst*> fills;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (auto* const move = llvm::dyn_cast<llvm::MemMoveInst>(&instruction)) moves.push_back(move);
        auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction);
        if (fill && !(llvm::isa<llvm::Constant>(fill->getValue()) && llvm::isa<llvm::Constant>(fill->getLength())))
            fills.push_back(fill);
    }
    for (llvm::MemMoveInst* move : moves) expand(*move);
    for (llvm::MemSetInst* fill : fills) expand(*fill);
    return moves.empty() && fills.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
