#include "lane_counts.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <cstddef>
#include <ingot/archive/cpu_code.hpp>

namespace ingot::compiler::cpu {

namespace {

void add(llvm::IRBuilder<>& builder, llvm::GlobalVariable& counts, size_t offset, llvm::Value* number) {
    llvm::Value* const place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &counts, offset);
    builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, place, number, llvm::Align(8), llvm::AtomicOrdering::Monotonic);
}

}  // namespace

llvm::GlobalVariable& add_lane_counts(llvm::Module& module, const std::string& symbol) {
    static_assert(sizeof(archive::cpu::lane_counts) == 16);
    auto* const type = llvm::ArrayType::get(llvm::Type::getInt64Ty(module.getContext()), 2);
    return *new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type),
                                     symbol + std::string(archive::cpu::lanes_ending));
}

void count_lanes(llvm::IRBuilder<>& builder, llvm::GlobalVariable& counts, llvm::Value* mask, unsigned lanes,
                 size_t instructions) {
    llvm::Value* const all = builder.getInt64(instructions * lanes);
    llvm::Value* at_work = all;
    if (mask) {
        llvm::Value* const bits = builder.CreateBitCast(mask, builder.getIntNTy(lanes));
        llvm::Value* const count =
            builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, builder.CreateZExt(bits, builder.getInt64Ty()));
        at_work = builder.CreateMul(count, builder.getInt64(instructions));
    }
    add(builder, counts, offsetof(archive::cpu::lane_counts, at_work), at_work);
    add(builder, counts, offsetof(archive::cpu::lane_counts, all), all);
}

void count_single_items(llvm::Function& region, llvm::GlobalVariable& counts, unsigned lanes) {
    for (llvm::BasicBlock& block : region) {
        llvm::IRBuilder<> builder(block.getTerminator());
        const size_t instructions = block.sizeWithoutDebug();
        add(builder, counts, offsetof(archive::cpu::lane_counts, at_work), builder.getInt64(instructions));
        add(builder, counts, offsetof(archive::cpu::lane_counts, all), builder.getInt64(instructions * lanes));
    }
}

}  // namespace ingot::compiler::cpu
