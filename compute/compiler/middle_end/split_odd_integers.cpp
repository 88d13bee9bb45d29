#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "passes.hpp"

namespace ingot::compiler {

namespace {

// The parts of an integer of some bytes that are no power of two: equal ones, as large as can be. 0 for any other type.
unsigned bits_of_part(const llvm::Type* type) {
    if (!type->isIntegerTy()) return 0;
    const unsigned bits = type->getIntegerBitWidth();
    if (bits % 8 != 0 || llvm::isPowerOf2_32(bits)) return 0;
    return bits & (~bits + 1);  // the lowest bit that is set
}

void split(llvm::LoadInst& load, unsigned part) {
    llvm::IRBuilder<> builder(&load);
    llvm::Value* whole = llvm::ConstantInt::get(load.getType(), 0);
    for (unsigned at = 0; at < load.getType()->getIntegerBitWidth(); at += part) {
        llvm::Value* const from = builder.CreateConstGEP1_32(builder.getInt8Ty(), load.getPointerOperand(), at / 8);
        llvm::Value* const bits = builder.CreateAlignedLoad(builder.getIntNTy(part), from,
                                                            llvm::commonAlignment(load.getAlign(), at / 8), load.isVolatile());
        whole = builder.CreateOr(whole, builder.CreateShl(builder.CreateZExt(bits, load.getType()), at));
    }
    load.replaceAllUsesWith(whole);
    load.eraseFromParent();
}

void split(llvm::StoreInst& store, unsigned part) {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* const whole = store.getValueOperand();
    for (unsigned at = 0; at < whole->getType()->getIntegerBitWidth(); at += part) {
        llvm::Value* const to = builder.CreateConstGEP1_32(builder.getInt8Ty(), store.getPointerOperand(), at / 8);
        builder.CreateAlignedStore(builder.CreateTrunc(builder.CreateLShr(whole, at), builder.getIntNTy(part)), to,
                                   llvm::commonAlignment(store.getAlign(), at / 8), store.isVolatile());
    }
    store.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses split_odd_integers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
                if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
                    if (const unsigned part = bits_of_part(load->getType())) split(*load, part);
                } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
                    if (const unsigned part = bits_of_part(store->getValueOperand()->getType())) split(*store, part);
                }
            }
    return llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
