// Atomic instructions, fences and barriers.
//
// Vulkan has no sequentially consistent order; such an instruction acquires and releases. A kernel in which work-items
// communicate through global memory uses Vulkan's memory model: there its loads and stores are marked as not private, and each
// release and acquire makes them available and visible. Vulkan's devices need not order them otherwise.
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
    uint32_t bits = number_of(semantics::uniform_memory) | number_of(semantics::workgroup_memory);
    bits |= number_of(acquires && releases ? semantics::acquire_release : acquires ? semantics::acquire : semantics::release);
    if (has_availability && acquires) bits |= number_of(semantics::make_visible);
    if (has_availability && releases) bits |= number_of(semantics::make_available);
    return bits;
}

std::optional<op> code_of(llvm::AtomicRMWInst::BinOp operation) {
    switch (operation) {
        case llvm::AtomicRMWInst::Xchg:
            return op::atomic_exchange;
        case llvm::AtomicRMWInst::Add:
            return op::atomic_i_add;
        case llvm::AtomicRMWInst::Sub:
            return op::atomic_i_sub;
        case llvm::AtomicRMWInst::And:
            return op::atomic_and;
        case llvm::AtomicRMWInst::Or:
            return op::atomic_or;
        case llvm::AtomicRMWInst::Xor:
            return op::atomic_xor;
        case llvm::AtomicRMWInst::Max:
            return op::atomic_s_max;
        case llvm::AtomicRMWInst::Min:
            return op::atomic_s_min;
        case llvm::AtomicRMWInst::UMax:
            return op::atomic_u_max;
        case llvm::AtomicRMWInst::UMin:
            return op::atomic_u_min;
        default:
            return std::nullopt;
    }
}

}  // namespace

spirv_id function_writer::scope_id(scope reach) {
    if (reach == scope::device && state_.has_vulkan_memory_model) module_.need(capability::vulkan_memory_model_device_scope);
    return word(number_of(reach));
}

spirv_id function_writer::atomic_scope(const llvm::Value& pointer) {
    return scope_id(pointer.getType()->getPointerAddressSpace() == global_space ? scope::device : scope::workgroup);
}

// Returns a pointer to an integer of that many bits.
spirv_id function_writer::atomic_pointer(const llvm::Instruction& instruction, const llvm::Value& pointer, unsigned bits) {
    const bool is_local = is_offset(*pointer.getType());
    if (bits == 64) {
        module_.need(capability::int64_atomics);
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
    if (of.isPointerTy()) return is_offset(of) ? emit(op::u_convert, int_type(64), {number}) : number;
    return emit(op::bitcast, int_type(static_cast<unsigned>(of.getPrimitiveSizeInBits())), {number});
}

spirv_id function_writer::from_bits(spirv_id bits, const llvm::Type& to) {
    if (to.isIntegerTy()) return bits;
    if (to.isPointerTy()) return is_offset(to) ? emit(op::u_convert, int_type(32), {bits}) : bits;
    return emit(op::bitcast, type(to), {bits});
}

spirv_id function_writer::atomic_load(const llvm::LoadInst& instruction) {
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Type& loaded = *instruction.getType();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(instruction.getType()));
    const uint32_t order = order_bits(instruction.getOrdering(), true, false, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    return from_bits(emit(op::atomic_load, int_type(bits), {place, atomic_scope(pointer), word(order)}), loaded);
}

void function_writer::atomic_store(const llvm::StoreInst& instruction) {
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Value& stored = *instruction.getValueOperand();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(stored.getType()));
    const uint32_t order = order_bits(instruction.getOrdering(), false, true, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    emit_plain(op::atomic_store, {place, atomic_scope(pointer), word(order), as_bits(value(stored), *stored.getType())});
}

spirv_id function_writer::atomic_update(const llvm::AtomicRMWInst& instruction) {
    const auto code = code_of(instruction.getOperation());
    if (!code) refuse_unknown(instruction);
    const llvm::Value& pointer = *instruction.getPointerOperand();
    const llvm::Type& updated = *instruction.getType();
    const auto bits = static_cast<unsigned>(layout_.getTypeStoreSizeInBits(instruction.getType()));
    const uint32_t order = order_bits(instruction.getOrdering(), true, true, state_.has_vulkan_memory_model);
    const spirv_id place = atomic_pointer(instruction, pointer, bits);
    const spirv_id operand = as_bits(value(*instruction.getValOperand()), updated);
    return from_bits(emit(*code, int_type(bits), {place, atomic_scope(pointer), word(order), operand}), updated);
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
    const spirv_id expected = as_bits(value(*instruction.getCompareOperand()), compared);
    const spirv_id desired = as_bits(value(*instruction.getNewValOperand()), compared);
    const spirv_id found = emit(op::atomic_compare_exchange, int_type(bits),
                                {place, atomic_scope(pointer), word(equal), word(unequal), desired, expected});
    const spirv_id is_equal = emit(op::i_equal, module_.bool_type(), {found, expected});
    return emit(op::composite_construct, type(*instruction.getType()), {from_bits(found, compared), is_equal});
}

void function_writer::fence(const llvm::FenceInst& instruction) {
    if (instruction.getSyncScopeID() == llvm::SyncScope::SingleThread) return;
    llvm::SmallVector<llvm::StringRef> names;
    instruction.getContext().getSyncScopeNames(names);
    const bool is_of_group = names[instruction.getSyncScopeID()] == "workgroup";
    memory_barrier(is_of_group ? scope::workgroup : scope::device, instruction.getOrdering());
}

void function_writer::memory_barrier(scope reach, llvm::AtomicOrdering ordering) {
    const uint32_t order = order_bits(ordering, true, true, state_.has_vulkan_memory_model);
    if (order) emit_plain(op::memory_barrier, {scope_id(reach), word(order)});
}

// Waits for the other work-items of a group or sub-group. `memories` is a set of bits: 1 orders accesses to local memory, 2 those
// to global memory.
void function_writer::control_barrier(scope reach, uint32_t memories) {
    uint32_t order = number_of(semantics::acquire_release);
    if (memories & 1u) order |= number_of(semantics::workgroup_memory);
    if (memories & 2u) order |= number_of(semantics::uniform_memory);
    if ((memories & 2u) && !state_.images.empty()) order |= number_of(semantics::image_memory);
    if (state_.has_vulkan_memory_model) order |= number_of(semantics::make_available) | number_of(semantics::make_visible);
    emit_plain(op::control_barrier, {scope_id(reach), scope_id(reach), word(memories ? order : 0)});
}

}  // namespace ingot::compiler::vulkan
