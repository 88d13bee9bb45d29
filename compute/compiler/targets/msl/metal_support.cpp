#include "metal_support.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/device_functions.hpp"
#include "image_functions.hpp"
#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

// The functions of OpenCL that Metal has for float under the same name (Metal Shading Language Specification 3.0, table 6.4).
constexpr auto mathematics = std::to_array<std::string_view>(
    {"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "copysign", "cos",   "cosh", "exp",  "exp2", "exp10",
     "fdim", "fmax",  "fmin", "fmod",  "log",  "log2",  "log10", "pow",      "rsqrt", "sin",  "sinh", "tan",  "tanh"});

// Does the type contain a double?
bool has_double(const llvm::Type* type) {
    if (type->isDoubleTy()) return true;
    return std::ranges::any_of(type->subtypes(), [](const llvm::Type* part) { return has_double(part); });
}

bool is_metal_scalar(const llvm::Type* type) {
    return type->isVoidTy() || type->isPointerTy() || type->isFloatTy() || type->isHalfTy() || type->isIntegerTy(1) ||
           type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
}

// Is the value one that only its user needs, and that is not written by itself: the label of a block, a function, an image?
bool has_no_text(const llvm::Value& value) {
    return llvm::isa<llvm::BasicBlock, llvm::Function, llvm::MetadataAsValue>(value) || value.getType()->isTargetExtTy();
}

std::optional<unsupported_instruction> find_unsupported_atomic(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::FenceInst>(instruction))
        return {{"Metal 3.0 has no fence: only a barrier orders memory accesses", "use a barrier of the work-group"}};
    if (!instruction.isAtomic()) return std::nullopt;
    llvm::AtomicOrdering order = llvm::AtomicOrdering::Monotonic;
    bool is_minimum_or_maximum = false;
    const llvm::Type* type = instruction.getType();
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        order = load->getOrdering();
    } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        order = store->getOrdering();
        type = store->getValueOperand()->getType();
    } else if (const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        order = update->getOrdering();
        const auto operation = update->getOperation();
        is_minimum_or_maximum = operation == llvm::AtomicRMWInst::UMin || operation == llvm::AtomicRMWInst::UMax;
    } else if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        order = exchange->getMergedOrdering();
        type = exchange->getNewValOperand()->getType();
    }
    if (llvm::isStrongerThan(order, llvm::AtomicOrdering::Monotonic))
        return {{"Metal 3.0 has only atomic operations of relaxed order",
                 "use std::memory_order_relaxed and a barrier, or the functions atomic_add and so on"}};
    if (type->getPrimitiveSizeInBits() == 64) {
        const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
        const bool is_device = update && update->getPointerAddressSpace() == global_space;
        if (!is_minimum_or_maximum || !is_device || !instruction.use_empty())
            return {
                {"Metal has no 64-bit atomic operations but the minimum and the maximum of unsigned numbers in a buffer, whose "
                 "result "
                 "is not used",
                 "use 32-bit numbers"}};
    }
    return std::nullopt;
}

bool is_print(const llvm::Function& callee) { return callee.getName() == "printf" || callee.getName() == "ingot_device_print"; }

const unsupported_instruction cannot_print {"Metal 3.0 cannot print",
                                            "store the values in a buffer, or do not compile for this target"};

// Is the value a number that is printed? A float becomes a double for that.
bool is_printed(const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.users(), [](const llvm::User* user) {
        const auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        return call && call->getCalledFunction() && is_print(*call->getCalledFunction());
    });
}

std::optional<unsupported_instruction> find_unsupported_call(const llvm::CallInst& call) {
    const llvm::Function* const callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration()) return std::nullopt;
    if (is_print(*callee)) return cannot_print;
    if (callee->getName() == "ingot_device_fence")
        return {{"Metal 3.0 has no fence: only a barrier orders memory accesses", "use a barrier of the work-group"}};
    if (callee->getName().starts_with("_Z") && metal_function(callee->getName()).empty()) {
        llvm::StringRef name = callee->getName().drop_front(2);
        unsigned length = 0;
        name.consumeInteger(10, length);
        return {
            {"Metal has no function '" + name.take_front(length).str() + "'", "compute it with the functions that Metal has"}};
    }
    return std::nullopt;
}

}  // namespace

std::string_view metal_function(llvm::StringRef mangled) {
    unsigned length = 0;
    if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return {};
    const llvm::StringRef name = mangled.take_front(length);
    const auto found = std::ranges::find(mathematics, std::string_view(name.data(), name.size()));
    return found == mathematics.end() ? std::string_view() : *found;
}

std::optional<unsupported_instruction> find_unsupported(const llvm::Instruction& instruction) {
    if (const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        intrinsic && intrinsic->isAssumeLikeIntrinsic())
        return std::nullopt;
    if (const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (auto found = find_unsupported_call(*call)) return found;
    if (has_double(instruction.getType()) && is_printed(instruction)) return cannot_print;
    if (has_double(instruction.getType()) ||
        std::ranges::any_of(instruction.operands(), [](const llvm::Use& use) { return has_double(use->getType()); }))
        return {{"Metal has no double", "use float, or do not compile for this target"}};
    for (const llvm::Use& operand : instruction.operands())
        if (!has_no_text(*operand) && !is_image_call(*operand) &&
            (operand->getType()->isVectorTy() || operand->getType()->isIntegerTy(128)))
            return {{"ingotc cannot write vectors of the compiler or integers of 128 bits in Metal's language",
                     "use the vectors of <ingot/kernel.hpp> and integers of 64 bits"}};
    if (auto found = find_unsupported_atomic(instruction)) return found;
    if (llvm::isa<llvm::CallInst>(instruction)) return std::nullopt;
    if (instruction.getType()->isVectorTy() || (instruction.getType()->isIntegerTy() && !is_metal_scalar(instruction.getType())))
        return {{"ingotc cannot write vectors of the compiler or integers of 128 bits in Metal's language",
                 "use the vectors of <ingot/kernel.hpp> and integers of 64 bits"}};
    return std::nullopt;
}

}  // namespace ingot::compiler::msl
