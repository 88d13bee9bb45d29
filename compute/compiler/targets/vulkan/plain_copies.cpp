//   call void @llvm.memcpy(ptr align 4 %to, ptr addrspace(1) align 4 %from, i64 8)
// becomes
//   %low = load i32, ptr addrspace(1) %from
//   store i32 %low, ptr %to
//   …                                            ; the second word
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <vector>

#include "plain_intrinsics.hpp"

namespace ingot::compiler::vulkan {

namespace {

constexpr uint64_t widest_unit = 8;
constexpr uint64_t most_unrolled_bytes = 128;

// Creates accesses of the memory from `first` to `last`, in units of at most `unit` bytes.
template <typename Access>
void unroll(uint64_t first, uint64_t last, uint64_t unit, Access access) {
    while (first < last) {
        while (unit > last - first) unit /= 2;
        access(first, unit);
        first += unit;
    }
}

// Creates a loop before the instruction, which calls body(builder, offset) for each multiple of `unit` below `bytes`.
template <typename Body>
void loop_before(llvm::Instruction& next, llvm::Value* bytes, uint64_t unit, Body body) {
    llvm::IRBuilder<> builder(&next);
    llvm::Value* const count = builder.CreateUDiv(bytes, llvm::ConstantInt::get(bytes->getType(), unit));
    llvm::Instruction* before = &next;
    if (!llvm::isa<llvm::ConstantInt>(count))
        before = llvm::SplitBlockAndInsertIfThen(builder.CreateICmpNE(count, llvm::ConstantInt::get(count->getType(), 0)), &next,
                                                 false);
    const auto [inside, index] = llvm::SplitBlockAndInsertSimpleForLoop(count, before->getIterator());
    llvm::IRBuilder<> in_loop(inside);
    body(in_loop, in_loop.CreateMul(index, llvm::ConstantInt::get(index->getType(), unit)));
}

// Calls access(builder, offset, bytes) for each part of the memory, in an order in which no part is accessed twice.
template <typename Access>
void for_each_part(llvm::Instruction& next, llvm::Value* bytes, uint64_t unit, Access access) {
    const auto at = [&](uint64_t offset, uint64_t size) {
        llvm::IRBuilder<> builder(&next);
        access(builder, builder.getInt64(offset), size);
    };
    const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(bytes);
    if (known && known->getZExtValue() <= most_unrolled_bytes) return unroll(0, known->getZExtValue(), unit, at);
    if (!known) unit = 1;
    const uint64_t whole = known ? known->getZExtValue() / unit * unit : 0;
    llvm::Value* const looped = known ? llvm::ConstantInt::get(bytes->getType(), whole) : bytes;
    loop_before(next, looped, unit, [&](llvm::IRBuilder<>& builder, llvm::Value* offset) { access(builder, offset, unit); });
    if (known) unroll(whole, known->getZExtValue(), unit, at);
}

// Returns the alignment of a part of memory that is aligned to `whole`.
llvm::Align alignment_of_part(llvm::MaybeAlign whole, const llvm::Value& offset, uint64_t bytes) {
    const auto* const known = llvm::dyn_cast<llvm::ConstantInt>(&offset);
    return known ? llvm::commonAlignment(whole.valueOrOne(), known->getZExtValue()) : llvm::Align(bytes);
}

void expand(llvm::MemCpyInst& copy) {
    const uint64_t unit =
        std::min({widest_unit, copy.getSourceAlign().valueOrOne().value(), copy.getDestAlign().valueOrOne().value()});
    // The loads come before the stores, so that vectorise_accesses can join them.
    llvm::Instruction* first_store = nullptr;
    for_each_part(copy, copy.getLength(), unit, [&](llvm::IRBuilder<>& builder, llvm::Value* offset, uint64_t bytes) {
        if (first_store && first_store->getParent() != builder.GetInsertBlock()) first_store = nullptr;
        llvm::IRBuilder<> reader(builder.GetInsertBlock(), first_store ? first_store->getIterator() : builder.GetInsertPoint());
        llvm::Value* const read = reader.CreateAlignedLoad(
            reader.getIntNTy(static_cast<unsigned>(bytes * 8)), reader.CreatePtrAdd(copy.getSource(), offset),
            alignment_of_part(copy.getSourceAlign(), *offset, bytes), copy.isVolatile());
        llvm::Instruction* const store =
            builder.CreateAlignedStore(read, builder.CreatePtrAdd(copy.getDest(), offset),
                                       alignment_of_part(copy.getDestAlign(), *offset, bytes), copy.isVolatile());
        if (!first_store) first_store = store;
    });
}

void expand(llvm::MemSetInst& fill) {
    const uint64_t unit = std::min(widest_unit, fill.getDestAlign().valueOrOne().value());
    for_each_part(fill, fill.getLength(), unit, [&](llvm::IRBuilder<>& builder, llvm::Value* offset, uint64_t bytes) {
        llvm::IntegerType* const part = builder.getIntNTy(static_cast<unsigned>(bytes * 8));
        llvm::Value* const wide = builder.CreateZExt(fill.getValue(), part);
        llvm::Value* const repeated =
            builder.CreateMul(wide, llvm::ConstantInt::get(part, llvm::APInt::getSplat(part->getBitWidth(), llvm::APInt(8, 1))));
        builder.CreateAlignedStore(repeated, builder.CreatePtrAdd(fill.getDest(), offset),
                                   alignment_of_part(fill.getDestAlign(), *offset, bytes), fill.isVolatile());
    });
}

}  // namespace

llvm::PreservedAnalyses plain_copies::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<llvm::MemIntrinsic*> found;
    for (llvm::Instruction& each : llvm::instructions(function))
        if (llvm::isa<llvm::MemCpyInst, llvm::MemSetInst>(each)) found.push_back(llvm::cast<llvm::MemIntrinsic>(&each));
    for (llvm::MemIntrinsic* const each : found) {
        if (auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(each))
            expand(*copy);
        else
            expand(*llvm::cast<llvm::MemSetInst>(each));
        each->eraseFromParent();
    }
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler::vulkan
