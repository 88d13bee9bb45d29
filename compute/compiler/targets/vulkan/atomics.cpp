// Atomic instructions, fences and barriers.
//
// A kernel in which work-items communicate through global memory uses Vulkan's memory model: there its loads and stores are
// marked as not private, and each release and acquire makes them available and visible. Vulkan's devices need not order them
// otherwise.
//
// Vulkan has no sequentially consistent order. A load with that order becomes an addition of 0, and a store an exchange. Each
// access is then an update that acquires and releases: it reads what the update before it wrote, and so happens after it.
//
// A sequentially consistent fence acquires, then updates one word that is the same for all launches on the device
// (archive::vulkan_argument_kind::fence_word), then releases. The updates of this word have an order, in which each one happens
// after those before it. That is the single order which C++ requires ([atomics.order] in C++20). For suppose that fence X happens
// before the access A, that B happens before fence Y, and that A comes before B in the order of the location of both: X must
// come before Y. If the update of Y came first, B would happen before it, it before the update of X, and that before A. So
// B would happen before A, which contradicts the order of the location. It acquires first so that what happens before the
// fence happens before the update too, and releases last for the other direction. The scope is always the device, so that
// fences of a work-group belong to the same order.
//
// In a kernel with such a fence, each other operation of this order is followed by an update of the word. Then between two of
// them of one work-item there is an update, and the same conclusion holds for them. In other kernels one case is
// weaker than sequential consistency: a compare-and-exchange that finds another value only acquires.
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"
#include "function_writer.hpp"

namespace ingot::compiler::vulkan {

namespace {

// Returns the bits of an order. `has_availability`: does the module use Vulkan's memory model?
uint32_t order_bits(llvm::AtomicOrdering ordering, bool can_acquire, bool can_release, bool has_availability) {
    const bool acquires = can_acquire && llvm::isAcquireOrStronger(ordering);
    const bool releases = can_release && llvm::isReleaseOrStronger(ordering);
    if (!acquires && !releases) return 0;
    uint32_t bits = number_of(spv::MemorySemanticsUniformMemoryMask) | number_of(spv::MemorySemanticsWorkgroupMemoryMask);
    bits |= number_of(acquires && releases ? spv::MemorySemanticsAcquireReleaseMask
                      : acquires           ? spv::MemorySemanticsAcquireMask
                                           : spv::MemorySemanticsReleaseMask);
    if (has_availability && acquires) bits |= number_of(spv::MemorySemanticsMakeVisibleMask);
    if (has_availability && releases) bits |= number_of(spv::MemorySemanticsMakeAvailableMask);
    return bits;
}

std::optional<spv::Op> code_of(llvm::AtomicRMWInst::BinOp operation) {
    switch (operation) {
        case llvm::AtomicRMWInst::Xchg:
            return spv::OpAtomicExchange;
        case llvm::AtomicRMWInst::Add:
            return spv::OpAtomicIAdd;
        case llvm::AtomicRMWInst::Sub:
            return spv::OpAtomicISub;
        case llvm::AtomicRMWInst::And:
            return spv::OpAtomicAnd;
        case llvm::AtomicRMWInst::Or:
            return spv::OpAtomicOr;
        case llvm::AtomicRMWInst::Xor:
            return spv::OpAtomicXor;
        case llvm::AtomicRMWInst::Max:
            return spv::OpAtomicSMax;
        case llvm::AtomicRMWInst::Min:
            return spv::OpAtomicSMin;
        case llvm::AtomicRMWInst::UMax:
            return spv::OpAtomicUMax;
        case llvm::AtomicRMWInst::UMin:
            return spv::OpAtomicUMin;
        default:
            return std::nullopt;
    }
}

}  // namespace

spirv_id function_writer::scope_id(spv::Scope reach) {
    if (reach == spv::ScopeDevice && state_.has_vulkan_memory_model) module_.need(spv::CapabilityVulkanMemoryModelDeviceScope);
    return word(number_of(reach));
}

spirv_id function_writer::atomic_scope(const llvm::Value& pointer) {
    return scope_id(pointer.getType()->getPointerAddressSpace() == global_space ? spv::ScopeDevice : spv::ScopeWorkgroup);
}

// Returns a pointer to an integer of that many bits.
spirv_id function_writer::atomic_pointer(const llvm::Instruction& instruction, const llvm::Value& pointer, unsigned bits) {
    const bool is_local = is_offset(*pointer.getType());
    if (bits == 64) {
        module_.need(spv::CapabilityInt64Atomics);
        state_.has_local_int64_atomics |= is_local;
    }
    if (bits != 32 && bits != 64) refuse_unknown(instruction);
    const spirv_id base = value(pointer);
    if (!is_local) return global_pointer(base, 0, *llvm::Type::getIntNTy(function_.getContext(), bits));
    const auto block = block_of(instruction, pointer);
    if (!block || !state_.blocks.all()[*block].element->isIntegerTy(bits)) refuse_unknown(instruction);
    return element_pointer(*block, element_index(*block, base, 0));
}

spirv_id function_writer::as_bits(spirv_id number, const llvm::Type& of) {
    if (of.isIntegerTy()) return number;
    if (of.isPointerTy()) return is_offset(of) ? emit(spv::OpUConvert, int_type(64), {number}) : number;
    return emit(spv::OpBitcast, int_type(static_cast<unsigned>(of.getPrimitiveSizeInBits())), {number});
}

spirv_id function_writer::from_bits(spirv_id bits, const llvm::Type& to) {
    if (to.isIntegerTy()) return bits;
    if (to.isPointerTy()) return is_offset(to) ? emit(spv::OpUConvert, int_type(32), {bits}) : bits;
    return emit(spv::OpBitcast, type(to), {bits});
}

spirv_id function_writer::atomic_load(const llvm::LoadInst& instruction) {
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Type& loaded = *instruction.getType();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(instruction.getType()));
    const bool is_consistent = instruction.getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent;
    const uint32_t order = order_bits(instruction.getOrdering(), true, is_consistent, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    if (!is_consistent)
        return from_bits(emit(spv::OpAtomicLoad, int_type(bits), {place, atomic_scope(pointer), word(order)}), loaded);
    const spirv_id made =
        emit(spv::OpAtomicIAdd, int_type(bits), {place, atomic_scope(pointer), word(order), module_.number(bits, 0)});
    join_order(instruction.getOrdering());
    return from_bits(made, loaded);
}

void function_writer::atomic_store(const llvm::StoreInst& instruction) {
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Value& stored = *instruction.getValueOperand();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(stored.getType()));
    const bool is_consistent = instruction.getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent;
    const uint32_t order = order_bits(instruction.getOrdering(), is_consistent, true, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    if (is_consistent) {
        emit(spv::OpAtomicExchange, int_type(bits), {place, atomic_scope(pointer), word(order), atomic_operand(stored)});
        join_order(instruction.getOrdering());
        return;
    }
    emit_plain(spv::OpAtomicStore, {place, atomic_scope(pointer), word(order), as_bits(value(stored), *stored.getType())});
}

// Returns the bits of an operand. lavapipe passes the bits of a `float` to an atomic operation of integers as a `float`, and then
// computes wrongly or ends the process: it must not know that they are those of a `float`.
spirv_id function_writer::atomic_operand(const llvm::Value& operand) {
    const llvm::Type& type = *operand.getType();
    const spirv_id bits = as_bits(value(operand), type);
    const bool is_computed = llvm::isa<llvm::BinaryOperator>(operand) && type.isIntegerTy();
    if (is_computed || llvm::isa<llvm::Constant>(operand)) return bits;
    return hidden_number(bits, static_cast<unsigned>(layout_.getTypeStoreSizeInBits(operand.getType())));
}

spirv_id function_writer::atomic_update(const llvm::AtomicRMWInst& instruction) {
    const auto code = code_of(instruction.getOperation());
    if (!code) refuse_unknown(instruction);
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Type& updated = *instruction.getType();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(instruction.getType()));
    const uint32_t order = order_bits(instruction.getOrdering(), true, true, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    const spirv_id operand = atomic_operand(*instruction.getValOperand());
    const spirv_id before = emit(*code, int_type(bits), {place, atomic_scope(pointer), word(order), operand});
    join_order(instruction.getOrdering());
    return from_bits(before, updated);
}

// Returns the value that was there, and whether it was the expected one.
spirv_id function_writer::atomic_exchange(const llvm::AtomicCmpXchgInst& instruction) {
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Type& compared = *instruction.getCompareOperand()->getType();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(instruction.getCompareOperand()->getType()));
    const bool is_ordered = state_.has_vulkan_memory_model;
    const uint32_t equal = order_bits(instruction.getMergedOrdering(), true, true, is_ordered);
    // If the values differ, nothing is written, so nothing is released.
    const uint32_t unequal = order_bits(instruction.getFailureOrdering(), true, false, is_ordered);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    const spirv_id expected = atomic_operand(*instruction.getCompareOperand());
    const spirv_id desired = atomic_operand(*instruction.getNewValOperand());
    const spirv_id found = emit(spv::OpAtomicCompareExchange, int_type(bits),
                                {place, atomic_scope(pointer), word(equal), word(unequal), desired, expected});
    join_order(instruction.getMergedOrdering());
    const spirv_id is_equal = emit(spv::OpIEqual, module_.bool_type(), {found, expected});
    return emit(spv::OpCompositeConstruct, type(*instruction.getType()), {from_bits(found, compared), is_equal});
}

void function_writer::fence(const llvm::FenceInst& instruction) {
    if (instruction.getSyncScopeID() == llvm::SyncScope::SingleThread) return;
    llvm::SmallVector<llvm::StringRef> names;
    instruction.getContext().getSyncScopeNames(names);
    const bool is_of_group = names[instruction.getSyncScopeID()] == "workgroup";
    if (instruction.getOrdering() != llvm::AtomicOrdering::SequentiallyConsistent)
        return memory_barrier(is_of_group ? spv::ScopeWorkgroup : spv::ScopeDevice, instruction.getOrdering());
    memory_barrier(spv::ScopeDevice, llvm::AtomicOrdering::Acquire);
    join_order(instruction.getOrdering());
    memory_barrier(spv::ScopeDevice, llvm::AtomicOrdering::Release);
}

// Takes the next place in the order of the device's sequentially consistent fences, if the kernel has such fences.
void function_writer::join_order(llvm::AtomicOrdering ordering) {
    if (ordering != llvm::AtomicOrdering::SequentiallyConsistent || !state_.fence_word_offset) return;
    const spirv_id place =
        global_pointer(hidden_address(*state_.fence_word_offset), 0, *llvm::Type::getInt32Ty(function_.getContext()));
    const uint32_t order = order_bits(llvm::AtomicOrdering::AcquireRelease, true, true, state_.has_vulkan_memory_model);
    // Not 0, for which a compiler could have another instruction.
    emit(spv::OpAtomicIAdd, int_type(32), {place, scope_id(spv::ScopeDevice), word(order), word(1)});
}

void function_writer::memory_barrier(spv::Scope reach, llvm::AtomicOrdering ordering) {
    const uint32_t order = order_bits(ordering, true, true, state_.has_vulkan_memory_model);
    if (order) emit_plain(spv::OpMemoryBarrier, {scope_id(reach), word(order)});
}

// Waits for the other work-items of a group or sub-group. `memories` is a set of bits: 1 orders accesses to local memory, 2 those
// to global memory.
void function_writer::control_barrier(spv::Scope reach, uint32_t memories) {
    uint32_t order = number_of(spv::MemorySemanticsAcquireReleaseMask);
    if (memories & 1u) order |= number_of(spv::MemorySemanticsWorkgroupMemoryMask);
    if (memories & 2u) order |= number_of(spv::MemorySemanticsUniformMemoryMask);
    if ((memories & 2u) && !state_.images.empty()) order |= number_of(spv::MemorySemanticsImageMemoryMask);
    if (state_.has_vulkan_memory_model)
        order |= number_of(spv::MemorySemanticsMakeAvailableMask) | number_of(spv::MemorySemanticsMakeVisibleMask);
    emit_plain(spv::OpControlBarrier, {scope_id(reach), scope_id(reach), word(memories ? order : 0)});
}

}  // namespace ingot::compiler::vulkan
