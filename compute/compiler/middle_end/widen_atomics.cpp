// Replaces atomic operations on 8 and 16 bits, which not every device has, by operations on the aligned word of 32 bits
// that contains them:
//   %old = atomicrmw add ptr addrspace(1) %p, i8 %v monotonic
// becomes
//   %word = getelementptr i8, ptr addrspace(1) %p, i64 %minus_offset      ; the offset of %p from the word
//   %guess = load atomic i32, ptr addrspace(1) %word monotonic
// loop:
//   %found = phi i32 [ %guess, … ], [ %found_now, %loop ]
//   %old = …                                                              ; 8 bits of %found, shifted by 8 * offset
//   %desired = …                                                          ; %found with %old + %v in these bits
//   … cmpxchg ptr addrspace(1) %word, i32 %found, i32 %desired …          ; repeat if the word has changed meanwhile
// The other bytes of the word keep their values: a work-item that changes one of them makes the compare-exchange fail.
// The word may end up to 3 bytes after a buffer; therefore memory of devices is allocated in words.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <functional>
#include <vector>

#include "atomics.hpp"
#include "passes.hpp"

namespace ingot::compiler {

namespace {

constexpr uint64_t word_bytes = 4;
const llvm::Align word_alignment(word_bytes);

// The place of a narrow value in its word.
class place_in_word {
public:
    place_in_word(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* type, const llvm::DataLayout& layout)
        : type_(type), bits_(builder.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()))) {
        llvm::Type* const address = layout.getIntPtrType(pointer->getType());
        llvm::Value* const offset = builder.CreateAnd(builder.CreatePtrToInt(pointer, address), word_bytes - 1);
        word_ = builder.CreatePtrAdd(pointer, builder.CreateNeg(offset));
        shift_ = builder.CreateShl(builder.CreateZExtOrTrunc(offset, builder.getInt32Ty()), 3);
        mask_ = builder.CreateShl(builder.getInt32((1u << bits_->getIntegerBitWidth()) - 1), shift_);
    }

    llvm::Value* word() const { return word_; }
    // Returns the value in the contents of the word.
    llvm::Value* extract(llvm::IRBuilder<>& builder, llvm::Value* contents) const {
        return builder.CreateBitCast(builder.CreateTrunc(builder.CreateLShr(contents, shift_), bits_), type_);
    }
    // Returns the contents of the word with another value in its place.
    llvm::Value* insert(llvm::IRBuilder<>& builder, llvm::Value* contents, llvm::Value* value) const {
        llvm::Value* const wide = builder.CreateZExt(builder.CreateBitCast(value, bits_), builder.getInt32Ty());
        return builder.CreateOr(builder.CreateAnd(contents, builder.CreateNot(mask_)), builder.CreateShl(wide, shift_));
    }

private:
    llvm::Type* type_;
    llvm::IntegerType* bits_;
    llvm::Value* word_;
    llvm::Value* shift_;
    llvm::Value* mask_;
};

// The memory order, scope and volatility of the operations on the word.
struct word_access {
    llvm::AtomicOrdering success;
    llvm::AtomicOrdering failure;
    llvm::SyncScope::ID scope;
    bool is_volatile;
};

llvm::LoadInst* load_word(llvm::IRBuilder<>& builder, const place_in_word& place, const word_access& access) {
    auto* const load = builder.CreateAlignedLoad(builder.getInt32Ty(), place.word(), word_alignment, access.is_volatile);
    load->setAtomic(access.failure, access.scope);
    return load;
}

// The value before an exchange, and whether the exchange took place.
struct exchange_result {
    llvm::Value* old;
    llvm::Value* is_exchanged;
};

// Creates a loop before `next` that replaces the value `old` in its place by `desired(old)`. If `expected` is not null,
// the loop ends without an exchange when `old` is not `expected`.
exchange_result exchange_in_loop(llvm::Instruction* next, const place_in_word& place, const word_access& access,
                                 llvm::Value* expected,
                                 const std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::Value*)>& desired) {
    llvm::BasicBlock* const before = next->getParent();
    llvm::BasicBlock* const after = before->splitBasicBlock(next->getIterator(), "atomic.done");
    llvm::LLVMContext& context = next->getContext();
    auto* const loop = llvm::BasicBlock::Create(context, "atomic.loop", before->getParent(), after);
    auto* const exchange = expected ? llvm::BasicBlock::Create(context, "atomic.exchange", before->getParent(), after) : loop;
    llvm::IRBuilder<> builder(before->getTerminator());
    builder.SetCurrentDebugLocation(next->getDebugLoc());
    llvm::Value* const guess = load_word(builder, place, access);
    builder.CreateBr(loop);
    before->getTerminator()->eraseFromParent();

    builder.SetInsertPoint(loop);
    llvm::PHINode* const found = builder.CreatePHI(builder.getInt32Ty(), 2);
    found->addIncoming(guess, before);
    llvm::Value* const old = place.extract(builder, found);
    if (expected) {
        builder.CreateCondBr(builder.CreateICmpEQ(old, expected), exchange, after);
        builder.SetInsertPoint(exchange);
    }
    auto* const pair = builder.CreateAtomicCmpXchg(place.word(), found, place.insert(builder, found, desired(builder, old)),
                                                   word_alignment, access.success, access.failure, access.scope);
    pair->setVolatile(access.is_volatile);
    found->addIncoming(builder.CreateExtractValue(pair, 0), exchange);
    builder.CreateCondBr(builder.CreateExtractValue(pair, 1), after, loop);
    if (!expected) return {old, builder.getTrue()};

    builder.SetInsertPoint(after, after->begin());
    llvm::PHINode* const is_exchanged = builder.CreatePHI(builder.getInt1Ty(), 2);
    is_exchanged->addIncoming(builder.getFalse(), loop);
    is_exchanged->addIncoming(builder.getTrue(), exchange);
    return {old, is_exchanged};
}

void widen(llvm::LoadInst& load) {
    llvm::IRBuilder<> builder(&load);
    const place_in_word place(builder, load.getPointerOperand(), load.getType(), load.getDataLayout());
    const llvm::AtomicOrdering order = load.getOrdering();
    load.replaceAllUsesWith(
        place.extract(builder, load_word(builder, place, {order, order, load.getSyncScopeID(), load.isVolatile()})));
    load.eraseFromParent();
}

void widen(llvm::StoreInst& store) {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* const value = store.getValueOperand();
    const place_in_word place(builder, store.getPointerOperand(), value->getType(), store.getDataLayout());
    exchange_in_loop(&store, place,
                     {store.getOrdering(), llvm::AtomicOrdering::Monotonic, store.getSyncScopeID(), store.isVolatile()}, nullptr,
                     [&](llvm::IRBuilder<>&, llvm::Value*) { return value; });
    store.eraseFromParent();
}

void widen(llvm::AtomicRMWInst& update) {
    llvm::IRBuilder<> builder(&update);
    const place_in_word place(builder, update.getPointerOperand(), update.getType(), update.getDataLayout());
    const exchange_result result = exchange_in_loop(
        &update, place, {update.getOrdering(), llvm::AtomicOrdering::Monotonic, update.getSyncScopeID(), update.isVolatile()},
        nullptr, [&](llvm::IRBuilder<>& in_loop, llvm::Value* old) {
            return llvm::buildAtomicRMWValue(update.getOperation(), in_loop, old, update.getValOperand());
        });
    update.replaceAllUsesWith(result.old);
    update.eraseFromParent();
}

void widen(llvm::AtomicCmpXchgInst& exchange) {
    llvm::IRBuilder<> builder(&exchange);
    llvm::Value* const desired = exchange.getNewValOperand();
    const place_in_word place(builder, exchange.getPointerOperand(), desired->getType(), exchange.getDataLayout());
    const exchange_result result = exchange_in_loop(
        &exchange, place,
        {exchange.getMergedOrdering(), exchange.getFailureOrdering(), exchange.getSyncScopeID(), exchange.isVolatile()},
        exchange.getCompareOperand(), [&](llvm::IRBuilder<>&, llvm::Value*) { return desired; });
    builder.SetInsertPoint(&exchange);
    llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), result.old, 0);
    pair = builder.CreateInsertValue(pair, result.is_exchanged, 1);
    exchange.replaceAllUsesWith(pair);
    exchange.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses widen_atomics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<llvm::Instruction*> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.isAtomic() && !llvm::isa<llvm::FenceInst>(instruction) && has_narrow_width(instruction))
            found.push_back(&instruction);
    for (llvm::Instruction* const each : found) {
        if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(each))
            widen(*load);
        else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(each))
            widen(*store);
        else if (auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(each))
            widen(*update);
        else
            widen(*llvm::cast<llvm::AtomicCmpXchgInst>(each));
    }
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace ingot::compiler
