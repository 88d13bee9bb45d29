// Splits loads and stores of integers whose size in bytes is no power of two into parts of equal size:
//   %all = load i48, ptr %p, align 2
// becomes (as do the two other parts)
//   %0 = load i16, ptr %p, align 2
//   %1 = zext i16 %0 to i48
//   %all = or i48 %1, …
// The build machine's calling convention passes structs of 3, 5, 6 or 7 bytes in these integers. LLVM's SPIR-V back end
// would access the next larger integer instead, and with it the bytes after the struct.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// Returns the width in bits of the parts into which an integer is split: the largest power of two that divides the
// integer's width. Returns 0 for integers of 1, 2, 4, 8 … bytes and for all other types, which are not split.
unsigned part_width(const llvm::Type* type) {
    if (!type->isIntegerTy()) return 0;
    const unsigned bits = type->getIntegerBitWidth();
    if (bits % 8 != 0 || llvm::isPowerOf2_32(bits)) return 0;
    return bits & (~bits + 1);  // the lowest bit that is set
}

void split(llvm::LoadInst& load, unsigned part) {
    llvm::IRBuilder<> builder(&load);
    llvm::Value* whole = llvm::ConstantInt::get(load.getType(), 0);
    for (unsigned bit = 0; bit < load.getType()->getIntegerBitWidth(); bit += part) {
        llvm::Value* const address = builder.CreateConstGEP1_32(builder.getInt8Ty(), load.getPointerOperand(), bit / 8);
        llvm::Value* const bits = builder.CreateAlignedLoad(builder.getIntNTy(part), address,
                                                            llvm::commonAlignment(load.getAlign(), bit / 8), load.isVolatile());
        whole = builder.CreateOr(whole, builder.CreateShl(builder.CreateZExt(bits, load.getType()), bit));
    }
    load.replaceAllUsesWith(whole);
    load.eraseFromParent();
}

void split(llvm::StoreInst& store, unsigned part) {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* const whole = store.getValueOperand();
    for (unsigned bit = 0; bit < whole->getType()->getIntegerBitWidth(); bit += part) {
        llvm::Value* const address = builder.CreateConstGEP1_32(builder.getInt8Ty(), store.getPointerOperand(), bit / 8);
        builder.CreateAlignedStore(builder.CreateTrunc(builder.CreateLShr(whole, bit), builder.getIntNTy(part)), address,
                                   llvm::commonAlignment(store.getAlign(), bit / 8), store.isVolatile());
    }
    store.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses split_odd_integers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
                if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
                    if (const unsigned part = part_width(load->getType())) split(*load, part);
                } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
                    if (const unsigned part = part_width(store->getValueOperand()->getType())) split(*store, part);
                }
            }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
