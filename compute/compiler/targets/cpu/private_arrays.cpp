#include "private_arrays.hpp"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "image_lanes.hpp"

namespace ingot::compiler::cpu {

namespace {

// The arrays of all lanes are on the stack of a thread.
constexpr uint64_t most_bytes = 1 << 16;

// The longest call of memset that becomes stores.
constexpr uint64_t longest_fill = 64;

bool is_lifetime(const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return call && call->isLifetimeStartOrEnd();
}

// Does a function that reads an image for all lanes write the array?
bool is_texel(const llvm::AllocaInst& array, const llvm::User& user) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&user);
    return call && is_image_read(*call) &&
           array.getAllocationSize(array.getDataLayout()) == llvm::TypeSize::getFixed(texel_bytes) &&
           call->getArgOperand(call->arg_size() - 1) == &array &&
           llvm::count(call->args(), static_cast<const llvm::Value*>(&array)) == 1;
}

// Collects what computes addresses in an array. Returns the size of its elements, or nothing if not all uses are reads of images,
// and loads and stores of one size.
std::optional<uint64_t> size_of_elements(llvm::AllocaInst& array, llvm::SmallVectorImpl<llvm::GetElementPtrInst*>& addresses) {
    const llvm::DataLayout& layout = array.getDataLayout();
    std::optional<uint64_t> size;
    llvm::SmallVector<llvm::Instruction*> open {&array};
    while (!open.empty()) {
        llvm::Instruction* const pointer = open.pop_back_val();
        for (llvm::User* const user : pointer->users()) {
            if (is_lifetime(user)) continue;
            if (auto* const address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
                addresses.push_back(address);
                open.push_back(address);
                continue;
            }
            if (pointer == &array && is_texel(array, *user)) {
                if (size.value_or(4) != 4) return std::nullopt;
                size = 4;
                continue;
            }
            if (llvm::getLoadStorePointerOperand(user) != pointer) return std::nullopt;
            const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
            if (store && store->getValueOperand() == pointer) return std::nullopt;
            const uint64_t accessed = layout.getTypeStoreSize(llvm::getLoadStoreType(user)).getFixedValue();
            if (size.value_or(accessed) != accessed || llvm::getLoadStoreAlignment(user).value() < accessed ||
                llvm::getLoadStoreType(user)->isVectorTy())
                return std::nullopt;
            size = accessed;
        }
    }
    return size;
}

// Replaces a short memset by stores.
void expand(llvm::MemSetInst& fill) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(fill.getLength());
    const auto* const value = llvm::dyn_cast<llvm::ConstantInt>(fill.getValue());
    if (!length || !value || fill.isVolatile() || length->getZExtValue() > longest_fill) return;
    const llvm::Align align = fill.getDestAlign().valueOrOne();
    const uint64_t size = align >= 4 && length->getZExtValue() % 4 == 0 ? 4 : 1;
    llvm::IRBuilder<> builder(&fill);
    const llvm::APInt element = llvm::APInt::getSplat(static_cast<unsigned>(size * 8), value->getValue());
    for (uint64_t offset = 0; offset < length->getZExtValue(); offset += size)
        builder.CreateAlignedStore(builder.getInt(element), builder.CreatePtrAdd(fill.getDest(), builder.getInt64(offset)),
                                   llvm::commonAlignment(align, offset));
    fill.eraseFromParent();
}

}  // namespace

std::optional<int64_t> lane_distance(const llvm::Value& value) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&value);
    if (!call || !call->getCalledFunction() || call->getCalledFunction()->getName() != lane_address) return std::nullopt;
    return llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getSExtValue();
}

bool has_private_arrays(const llvm::Function& region) {
    return llvm::any_of(llvm::instructions(region), llvm::IsaPred<llvm::AllocaInst>);
}

bool spread_private_arrays(llvm::Function& region, unsigned lanes) {
    const llvm::DataLayout& layout = region.getParent()->getDataLayout();
    llvm::SmallVector<llvm::AllocaInst*> arrays;
    uint64_t total = 0;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(region))) {
        if (auto* const fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) expand(*fill);
        auto* const array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (!array) continue;
        const std::optional<llvm::TypeSize> size = array->getAllocationSize(layout);
        if (!size || !array->isStaticAlloca() || array->getAddressSpace() != 0) return false;
        total += llvm::alignTo(size->getFixedValue(), array->getAlign()) * lanes;
        arrays.push_back(array);
    }
    if (total > most_bytes) return false;
    if (arrays.empty()) return true;
    llvm::IRBuilder<> builder(region.getContext());
    auto* const function = llvm::cast<llvm::Function>(
        region.getParent()
            ->getOrInsertFunction(lane_address,
                                  llvm::FunctionType::get(builder.getPtrTy(), {builder.getPtrTy(), builder.getInt64Ty()}, false))
            .getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    for (llvm::AllocaInst* const array : arrays) {
        for (llvm::User* const user : llvm::make_early_inc_range(array->users()))
            if (is_lifetime(user)) llvm::cast<llvm::Instruction>(user)->eraseFromParent();
        const uint64_t size = llvm::alignTo(array->getAllocationSize(layout)->getFixedValue(), array->getAlign());
        llvm::SmallVector<llvm::GetElementPtrInst*> addresses;
        const std::optional<uint64_t> element = size_of_elements(*array, addresses);
        builder.SetInsertPoint(&region.getEntryBlock(), region.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
        llvm::AllocaInst* const all =
            builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size * lanes), nullptr, array->getName());
        all->setAlignment(std::max(array->getAlign(), llvm::Align(32)));
        llvm::Value* const own = builder.CreateCall(function, {all, builder.getInt64(element.value_or(size))}, "own");
        if (element)
            for (llvm::GetElementPtrInst* const address : addresses) {
                builder.SetInsertPoint(address);
                llvm::Value* const offset = llvm::emitGEPOffset(&builder, layout, address, true);
                llvm::Value* const spread =
                    builder.CreatePtrAdd(address->getPointerOperand(), builder.CreateMul(offset, builder.getInt64(lanes)));
                address->replaceAllUsesWith(spread);
            }
        array->replaceAllUsesWith(own);
        for (llvm::GetElementPtrInst* const address : llvm::reverse(addresses))
            if (element) address->eraseFromParent();
        array->eraseFromParent();
    }
    return true;
}

}  // namespace ingot::compiler::cpu
