#include "struct_fields.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <optional>

namespace ingot::compiler::cpu {

namespace {

// The most instructions that a search for the largest value of a number looks at.
constexpr unsigned most_steps = 200;

const llvm::ConstantInt* constant_operand(const llvm::Value* value, unsigned operand) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction ? llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(operand)) : nullptr;
}

bool is_operation(const llvm::Value* value, unsigned opcode) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && instruction->getOpcode() == opcode;
}

// The bits of a number from `first` on, `count` of them.
struct bit_range {
    unsigned first;
    unsigned count;
    llvm::APInt mask(unsigned bits) const { return llvm::APInt::getBitsSet(bits, first, first + count); }
};

// Returns a number that is at least as large as the value, which is unsigned. Sums of many products need more steps than LLVM's
// analysis of known bits makes.
llvm::APInt maximum_of(const llvm::Value* value, const llvm::DataLayout& layout, unsigned& budget) {
    const llvm::KnownBits known = llvm::computeKnownBits(value, layout);
    llvm::APInt maximum = known.getMaxValue();
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || budget == 0) return maximum;
    --budget;
    const auto of_operand = [&](unsigned operand) { return maximum_of(instruction->getOperand(operand), layout, budget); };
    const llvm::ConstantInt* const constant =
        llvm::isa<llvm::BinaryOperator>(instruction) ? constant_operand(instruction, 1) : nullptr;
    bool overflows = false;
    llvm::APInt found = maximum;
    switch (instruction->getOpcode()) {
        case llvm::Instruction::ZExt:
            found = of_operand(0).zext(maximum.getBitWidth());
            break;
        case llvm::Instruction::Add:
            found = of_operand(0).uadd_ov(of_operand(1), overflows);
            break;
        case llvm::Instruction::Mul:
            found = of_operand(0).umul_ov(of_operand(1), overflows);
            break;
        case llvm::Instruction::Or:
            found = llvm::APInt::getLowBitsSet(maximum.getBitWidth(),
                                               std::max(of_operand(0).getActiveBits(), of_operand(1).getActiveBits()));
            break;
        case llvm::Instruction::Shl:
            if (constant && constant->getValue().ult(maximum.getBitWidth()))
                found = of_operand(0).ushl_ov(constant->getValue(), overflows);
            break;
        case llvm::Instruction::LShr:
            if (constant && constant->getValue().ult(maximum.getBitWidth())) found = of_operand(0).lshr(constant->getValue());
            break;
        default:
            break;
    }
    return !overflows && found.ult(maximum) ? found : maximum;
}

bool is_zero_in(const llvm::Value* value, bit_range range, const llvm::DataLayout& layout) {
    if (range.mask(value->getType()->getIntegerBitWidth()).isSubsetOf(llvm::computeKnownBits(value, layout).Zero)) return true;
    unsigned budget = most_steps;
    return maximum_of(value, layout, budget).getActiveBits() <= range.first;
}

// Returns the bits of a value as a number of `range.count` bits. Looks through what packs fields into a number.
llvm::Value* extracted(llvm::Value* value, bit_range range, const llvm::DataLayout& layout, llvm::IRBuilder<>& builder) {
    const unsigned bits = value->getType()->getIntegerBitWidth();
    const auto of_operand = [&](unsigned operand, unsigned first) {
        return extracted(llvm::cast<llvm::Instruction>(value)->getOperand(operand), {first, range.count}, layout, builder);
    };
    const llvm::ConstantInt* const constant = llvm::isa<llvm::BinaryOperator>(value) ? constant_operand(value, 1) : nullptr;
    if (is_operation(value, llvm::Instruction::Shl) && constant && constant->getValue().ule(range.first))
        return of_operand(0, range.first - static_cast<unsigned>(constant->getZExtValue()));
    if (is_operation(value, llvm::Instruction::LShr) && constant && constant->getValue().ule(bits - range.first - range.count))
        return of_operand(0, range.first + static_cast<unsigned>(constant->getZExtValue()));
    if (is_operation(value, llvm::Instruction::And) && constant && range.mask(bits).isSubsetOf(constant->getValue()))
        return of_operand(0, range.first);
    if (is_operation(value, llvm::Instruction::ZExt) &&
        range.first + range.count <= llvm::cast<llvm::ZExtInst>(value)->getSrcTy()->getIntegerBitWidth())
        return of_operand(0, range.first);
    if (auto* const either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(value); either && either->isDisjoint())
        for (const unsigned operand : {0u, 1u})
            if (is_zero_in(either->getOperand(operand), range, layout)) return of_operand(1 - operand, range.first);
    // A sum that was shifted together with its first operand.
    if (is_operation(value, llvm::Instruction::Add) && constant) {
        llvm::Value* const shifted = llvm::cast<llvm::Instruction>(value)->getOperand(0);
        const llvm::ConstantInt* const distance =
            is_operation(shifted, llvm::Instruction::Shl) ? constant_operand(shifted, 1) : nullptr;
        if (distance && distance->getValue().ule(range.first) && distance->getValue().ule(constant->getValue().countr_zero())) {
            const auto by = static_cast<unsigned>(distance->getZExtValue());
            llvm::Value* const sum = builder.CreateAdd(llvm::cast<llvm::Instruction>(shifted)->getOperand(0),
                                                       builder.getInt(constant->getValue().lshr(by)));
            return extracted(sum, {range.first - by, range.count}, layout, builder);
        }
    }
    return builder.CreateTrunc(range.first == 0 ? value : builder.CreateLShr(value, range.first), builder.getIntNTy(range.count));
}

// Collects the numbers that a tree of disjoint `or` instructions combines.
void collect_parts(llvm::Value* value, llvm::SmallVectorImpl<llvm::Value*>& parts) {
    auto* const either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(value);
    if (!either || !either->isDisjoint()) {
        parts.push_back(value);
        return;
    }
    collect_parts(either->getOperand(0), parts);
    collect_parts(either->getOperand(1), parts);
}

// Returns the size in bits of the fields of which each part has one. Returns nothing if there is no such size.
std::optional<unsigned> field_size(llvm::ArrayRef<llvm::Value*> parts, const llvm::DataLayout& layout) {
    const unsigned bits = parts.front()->getType()->getIntegerBitWidth();
    for (unsigned size = 8; size < bits; size *= 2) {
        const bool fits = llvm::all_of(parts, [&](const llvm::Value* part) {
            const unsigned first = llvm::computeKnownBits(part, layout).countMinTrailingZeros();
            unsigned budget = most_steps;
            const unsigned end = maximum_of(part, layout, budget).getActiveBits();
            return first < end && first / size == (end - 1) / size;
        });
        if (fits && parts.size() == bits / size) return size;
    }
    return std::nullopt;
}

void split(llvm::StoreInst& store) {
    llvm::Value* const packed = store.getValueOperand();
    if (!store.isSimple() || !packed->getType()->isIntegerTy() || !llvm::isPowerOf2_32(packed->getType()->getIntegerBitWidth()))
        return;
    const llvm::DataLayout& layout = store.getDataLayout();
    llvm::SmallVector<llvm::Value*, 8> parts;
    collect_parts(packed, parts);
    const std::optional<unsigned> size = parts.size() > 1 ? field_size(parts, layout) : std::nullopt;
    if (!size) return;
    llvm::IRBuilder<> builder(&store);
    for (unsigned i = 0; i < parts.size(); ++i) {
        llvm::Value* const field = extracted(packed, {i * *size, *size}, layout, builder);
        const uint64_t offset = uint64_t {i} * *size / 8;
        llvm::Value* const address =
            i == 0 ? store.getPointerOperand()
                   : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), store.getPointerOperand(), offset);
        builder.CreateAlignedStore(field, address, llvm::commonAlignment(store.getAlign(), offset));
    }
    store.eraseFromParent();
}

// The largest struct that is copied number by number.
constexpr uint64_t most_copied_bytes = 64;
constexpr uint64_t most_copied_numbers = 16;

void split(llvm::MemCpyInst& copy) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (!length || copy.isVolatile() || length->isZero() || length->getValue().ugt(most_copied_bytes)) return;
    const uint64_t bytes = length->getZExtValue();
    const llvm::Align to = copy.getDestAlign().valueOrOne();
    const llvm::Align from = copy.getSourceAlign().valueOrOne();
    uint64_t size = std::min<uint64_t>({4, to.value(), from.value()});
    while (bytes % size != 0) size /= 2;
    if (bytes / size > most_copied_numbers) return;
    llvm::IRBuilder<> builder(&copy);
    llvm::Type* const number = builder.getIntNTy(static_cast<unsigned>(size) * 8);
    const auto place = [&](llvm::Value* address, uint64_t offset) {
        return offset == 0 ? address : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
    };
    llvm::SmallVector<llvm::Value*, 16> numbers;
    for (uint64_t offset = 0; offset < bytes; offset += size)
        numbers.push_back(
            builder.CreateAlignedLoad(number, place(copy.getSource(), offset), llvm::commonAlignment(from, offset)));
    for (uint64_t i = 0; i < numbers.size(); ++i)
        builder.CreateAlignedStore(numbers[i], place(copy.getDest(), i * size), llvm::commonAlignment(to, i * size));
    copy.eraseFromParent();
}

}  // namespace

void split_packed_stores(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) split(*store);
}

void split_struct_copies(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto* const copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction)) split(*copy);
}

}  // namespace ingot::compiler::cpu
