// Loads and stores. Global memory is accessed through addresses, other memories through offsets in blocks (memory_blocks.hpp).
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <stdexcept>

#include "../../middle_end/address_spaces.hpp"
#include "function_writer.hpp"

namespace ingot::compiler::vulkan {

namespace {

uint32_t access_bits(bool is_volatile) { return is_volatile ? number_of(spv::MemoryAccessVolatileMask) : 0; }

// A pointer, and constant bytes behind it. In
//   %q = getelementptr inbounds i8, ptr addrspace(3) %p, i64 12
// %q is 12 bytes behind %p. Where both are multiples of an element's size, so is the distance in elements, and the driver's
// compiler sees which accesses are neighbours.
struct fixed_distance {
    const llvm::Value* pointer;
    uint64_t bytes;
};
fixed_distance find_fixed_distance(const llvm::Value& pointer, const llvm::DataLayout& layout) {
    fixed_distance found {&pointer, 0};
    while (const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(found.pointer)) {
        llvm::APInt bytes(64, found.bytes);
        if (!element->accumulateConstantOffset(layout, bytes) || bytes.isNegative() || !bytes.isIntN(31)) break;
        found = {element->getPointerOperand(), bytes.getZExtValue()};
    }
    return found;
}

unsigned bit_width(const llvm::Type& scalar) { return static_cast<unsigned>(scalar.getPrimitiveSizeInBits()); }

}  // namespace

spirv_id function_writer::load(const llvm::LoadInst& instruction) {
    if (instruction.isAtomic()) return atomic_load(instruction);
    llvm::Type& type = *instruction.getType();
    if (const auto place = place_of_vector(instruction, *instruction.getPointerOperand(), type, instruction.getAlign())) {
        const spirv_id loaded = load_from(place->pointer, place->type, access_bits(instruction.isVolatile()), place->alignment);
        return place->type == this->type(type) ? loaded : emit(spv::OpBitcast, this->type(type), {loaded});
    }
    std::vector<spirv_id> scalars;
    for (const scalar_access& access : scalars_of(type, instruction.getAlign(), layout_))
        scalars.push_back(
            load_scalar(instruction, *instruction.getPointerOperand(), access, access_bits(instruction.isVolatile())));
    size_t next = 0;
    return put_together(type, scalars, next);
}

void function_writer::store(const llvm::StoreInst& instruction) {
    if (instruction.isAtomic()) return atomic_store(instruction);
    const llvm::Value& stored = *instruction.getValueOperand();
    if (llvm::isa<llvm::UndefValue>(stored)) return;
    llvm::Type& type = *stored.getType();
    if (const auto place = place_of_vector(instruction, *instruction.getPointerOperand(), type, instruction.getAlign())) {
        spirv_id written = value(stored);
        if (place->type != this->type(type)) written = emit(spv::OpBitcast, place->type, {written});
        return store_to(place->pointer, written, access_bits(instruction.isVolatile()), place->alignment);
    }
    std::vector<spirv_id> scalars;
    take_apart(type, value(stored), scalars);
    size_t next = 0;
    for (const scalar_access& access : scalars_of(type, instruction.getAlign(), layout_))
        store_scalar(instruction, *instruction.getPointerOperand(), access, scalars[next++],
                     access_bits(instruction.isVolatile()));
}

// Returns where one instruction loads or stores the vector. Returns nothing if there is no such place: most vectors in other
// memories than global memory are several numbers of a block.
std::optional<function_writer::vector_place> function_writer::place_of_vector(const llvm::Instruction& instruction,
                                                                              const llvm::Value& pointer, llvm::Type& type,
                                                                              llvm::Align alignment) {
    if (!is_vector_access(type, alignment, layout_)) return std::nullopt;
    if (!is_offset(*pointer.getType()))
        return vector_place {global_pointer(value(pointer), 0, type), this->type(type), alignment.value()};
    const auto index = block_of(instruction, pointer);
    if (!index || !state_.blocks.all()[*index].element->isVectorTy()) return std::nullopt;
    const auto [first, distance] = find_fixed_distance(pointer, layout_);
    const spirv_id place = element_pointer(*index, element_index(*index, value(*first), distance));
    return vector_place {place, this->type(*state_.blocks.all()[*index].element), 0};
}

// Makes a value of the numbers that were loaded for it.
spirv_id function_writer::put_together(llvm::Type& whole, const std::vector<spirv_id>& scalars, size_t& next) {
    words parts;
    if (auto* const record = llvm::dyn_cast<llvm::StructType>(&whole)) {
        for (llvm::Type* const member : record->elements()) parts.push_back(put_together(*member, scalars, next));
    } else if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(&whole)) {
        for (uint64_t i = 0; i < array->getNumElements(); ++i)
            parts.push_back(put_together(*array->getElementType(), scalars, next));
    } else if (auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&whole)) {
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
            parts.push_back(put_together(*vector->getElementType(), scalars, next));
        if (parts.size() == 1) return parts.front();
    } else {
        const spirv_id number = scalars[next++];
        if (whole.isIntegerTy(1)) return emit(spv::OpINotEqual, module_.bool_type(), {number, module_.number(8, 0)});
        return is_offset(whole) ? emit(spv::OpUConvert, int_type(32), {number}) : number;
    }
    return emit(spv::OpCompositeConstruct, type(whole), parts);
}

// Appends the numbers of which a value consists in memory.
void function_writer::take_apart(llvm::Type& whole, spirv_id made, std::vector<spirv_id>& scalars) {
    const auto add_parts = [&](uint64_t count, const auto& part_type) {
        for (uint32_t i = 0; i < count; ++i) {
            llvm::Type& part = *part_type(i);
            take_apart(part, emit(spv::OpCompositeExtract, type(part), {made, i}), scalars);
        }
    };
    if (auto* const record = llvm::dyn_cast<llvm::StructType>(&whole))
        return add_parts(record->getNumElements(), [&](uint32_t i) { return record->getElementType(i); });
    if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(&whole))
        return add_parts(array->getNumElements(), [&](uint32_t) { return array->getElementType(); });
    if (auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&whole)) {
        if (vector->getNumElements() == 1) return take_apart(*vector->getElementType(), made, scalars);
        return add_parts(vector->getNumElements(), [&](uint32_t) { return vector->getElementType(); });
    }
    if (whole.isIntegerTy(1)) made = emit(spv::OpSelect, int_type(8), {made, module_.number(8, 1), module_.number(8, 0)});
    if (is_offset(whole)) made = emit(spv::OpUConvert, int_type(64), {made});
    scalars.push_back(made);
}

spirv_id function_writer::address(const llvm::GEPOperator& element) {
    const unsigned bits = pointer_bits(*element.getType());
    const spirv_id number = int_type(bits);
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> terms;
    llvm::APInt fixed(64, 0);
    if (!element.collectOffset(layout_, 64, terms, fixed)) refuse_unknown(llvm::cast<llvm::Instruction>(element));
    spirv_id sum = value(*element.getPointerOperand());
    for (const auto& [index, factor] : terms) {
        spirv_id term = value(*index);
        if (index->getType()->isIntegerTy(1))
            term = emit(spv::OpSelect, number, {term, module_.number(bits, ~uint64_t {0}), module_.number(bits, 0)});
        else if (index->getType()->getIntegerBitWidth() != bits)
            term = emit(spv::OpSConvert, number, {term});
        if (factor.isPowerOf2() && !factor.isOne())
            term = emit(spv::OpShiftLeftLogical, number, {term, word(factor.logBase2())});
        else if (!factor.isOne())
            term = emit(spv::OpIMul, number, {term, module_.number(bits, factor.getZExtValue())});
        sum = emit(spv::OpIAdd, number, {sum, term});
    }
    if (fixed != 0) sum = emit(spv::OpIAdd, number, {sum, module_.number(bits, fixed.getZExtValue())});
    return sum;
}

spirv_id function_writer::global_pointer(spirv_id address, uint64_t offset, const llvm::Type& pointee) {
    if (offset) address = emit(spv::OpIAdd, int_type(64), {address, module_.number(64, offset)});
    const unsigned bits = bit_width(*pointee.getScalarType());
    if (bits == 8) module_.need(spv::CapabilityStorageBuffer8BitAccess);
    if (bits == 16) module_.need(spv::CapabilityStorageBuffer16BitAccess);
    return emit(spv::OpConvertUToPtr, module_.pointer_type(spv::StorageClassPhysicalStorageBuffer, type(pointee)), {address});
}

// Returns the operands of a load or store after the pointer and the value.
words function_writer::memory_operands(uint32_t bits, uint64_t alignment) const {
    if (state_.has_vulkan_memory_model) bits |= number_of(spv::MemoryAccessNonPrivatePointerMask);
    if (alignment) bits |= number_of(spv::MemoryAccessAlignedMask);
    words operands;
    if (bits) operands.push_back(bits);
    if (alignment) operands.push_back(static_cast<uint32_t>(alignment));
    return operands;
}

spirv_id function_writer::load_from(spirv_id pointer, spirv_id result, uint32_t bits, uint64_t alignment) {
    words operands {pointer};
    const words rest = memory_operands(bits, alignment);
    operands.insert(operands.end(), rest.begin(), rest.end());
    return emit(spv::OpLoad, result, operands);
}

void function_writer::store_to(spirv_id pointer, spirv_id stored, uint32_t bits, uint64_t alignment) {
    words operands {pointer, stored};
    const words rest = memory_operands(bits, alignment);
    operands.insert(operands.end(), rest.begin(), rest.end());
    emit_plain(spv::OpStore, operands);
}

// Makes a number of its parts, the lowest ones first.
spirv_id function_writer::join(const words& parts, unsigned part_bits, const llvm::Type& number) {
    const unsigned bits = bit_width(number);
    spirv_id sum = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        spirv_id part = part_bits == bits ? parts[i] : emit(spv::OpUConvert, int_type(bits), {parts[i]});
        if (i != 0) part = emit(spv::OpShiftLeftLogical, int_type(bits), {part, word(i * part_bits)});
        sum = sum ? emit(spv::OpBitwiseOr, int_type(bits), {sum, part}) : part;
    }
    return number.isFloatingPointTy() ? emit(spv::OpBitcast, type(number), {sum}) : sum;
}

words function_writer::split(spirv_id number, const llvm::Type& of, unsigned part_bits) {
    const unsigned bits = bit_width(of);
    if (of.isFloatingPointTy()) number = emit(spv::OpBitcast, int_type(bits), {number});
    if (bits == part_bits) return {number};
    words parts;
    for (unsigned i = 0; i < bits; i += part_bits) {
        const spirv_id shifted = i ? emit(spv::OpShiftRightLogical, int_type(bits), {number, word(i)}) : number;
        parts.push_back(emit(spv::OpUConvert, int_type(part_bits), {shifted}));
    }
    return parts;
}

spirv_id function_writer::load_global(spirv_id address, const scalar_access& access, uint32_t bits) {
    const uint64_t size = layout_.getTypeStoreSize(access.type);
    const uint64_t unit = std::min(size, access.alignment.value());
    if (unit == size)
        return load_from(global_pointer(address, access.offset, *access.type), type(*access.type), bits,
                         access.alignment.value());
    const llvm::Type& part = *llvm::Type::getIntNTy(function_.getContext(), static_cast<unsigned>(unit * 8));
    words parts;
    for (uint64_t i = 0; i < size; i += unit)
        parts.push_back(load_from(global_pointer(address, access.offset + i, part), type(part), bits, unit));
    return join(parts, static_cast<unsigned>(unit * 8), *access.type);
}

void function_writer::store_global(spirv_id address, const scalar_access& access, spirv_id stored, uint32_t bits) {
    const uint64_t size = layout_.getTypeStoreSize(access.type);
    const uint64_t unit = std::min(size, access.alignment.value());
    if (unit == size)
        return store_to(global_pointer(address, access.offset, *access.type), stored, bits, access.alignment.value());
    const llvm::Type& part = *llvm::Type::getIntNTy(function_.getContext(), static_cast<unsigned>(unit * 8));
    const words parts = split(stored, *access.type, static_cast<unsigned>(unit * 8));
    for (size_t i = 0; i < parts.size(); ++i)
        store_to(global_pointer(address, access.offset + i * unit, part), parts[i], bits, unit);
}

// Returns the block of a pointer.
std::optional<size_t> function_writer::block_of(const llvm::Instruction& instruction, const llvm::Value& pointer) {
    const std::optional<size_t> index = state_.blocks.block_of(pointer);
    if (index)
        if (const memory_block& block = state_.blocks.all()[*index]; !block.problem.empty())
            refuse(instruction, "ingotc cannot write " + block.problem + " for Vulkan", "use variables of their own");
    return index;
}

// Returns a pointer to an element of a block.
spirv_id function_writer::element_pointer(size_t index, spirv_id element_index) {
    const memory_block& block = state_.blocks.all()[index];
    spirv_id variable = state_.block_variables[index];
    if (!variable) {
        spirv_id& own = own_blocks_[index];
        if (!own) {
            const uint64_t count = std::max<uint64_t>(1, block.bytes / layout_.getTypeStoreSize(block.element));
            own = local_variable(module_.unique(spv::OpTypeArray, {type(*block.element), word(count)}));
        }
        variable = own;
    }
    return emit(spv::OpInBoundsAccessChain, module_.pointer_type(block.space, type(*block.element)), {variable, element_index});
}

// Returns the index of the element at an offset in bytes. The offset without `more_bytes` can be negative, as in table[i + 2]
// with i = -2, so its sign must survive the shift: some drivers do not let an index wrap around.
spirv_id function_writer::element_index(size_t index, spirv_id offset, uint64_t more_bytes) {
    const uint64_t bytes = layout_.getTypeStoreSize(state_.blocks.all()[index].element);
    spirv_id place = offset;
    if (more_bytes % bytes != 0) place = emit(spv::OpIAdd, int_type(32), {place, word(more_bytes % bytes)});
    if (bytes > 1) place = emit(spv::OpShiftRightArithmetic, int_type(32), {place, word(llvm::Log2_64(bytes))});
    if (more_bytes >= bytes) place = emit(spv::OpIAdd, int_type(32), {place, word(more_bytes / bytes)});
    return place;
}

spirv_id function_writer::load_scalar(const llvm::Instruction& instruction, const llvm::Value& pointer,
                                      const scalar_access& access, uint32_t bits) {
    if (!is_offset(*pointer.getType())) return load_global(value(pointer), access, bits);
    const auto index = block_of(instruction, pointer);
    const auto [first, distance] = find_fixed_distance(pointer, layout_);
    const spirv_id base = value(*first);
    const uint64_t offset = access.offset + distance;
    if (!index) return module_.zero_of(*access.type);  // the pointer is null or undefined
    llvm::Type& element = *state_.blocks.all()[*index].element;
    const bool is_local = state_.blocks.all()[*index].space == spv::StorageClassWorkgroup;
    const uint64_t element_bytes = layout_.getTypeStoreSize(&element);
    const uint64_t size = layout_.getTypeStoreSize(access.type);
    const auto load_element = [&](uint64_t more) {
        const spirv_id place = element_pointer(*index, element_index(*index, base, offset + more));
        return is_local ? load_from(place, type(element), bits, 0) : emit(spv::OpLoad, type(element), {place});
    };
    const uint64_t unit = std::min(size, access.alignment.value());
    if (&element == access.type && unit == size) return load_element(0);
    const auto element_bits = static_cast<unsigned>(element_bytes * 8);
    words parts;
    if (unit >= element_bytes) {
        for (uint64_t i = 0; i < size; i += element_bytes) {
            const spirv_id part = load_element(i);
            parts.push_back(element.isFloatingPointTy() ? emit(spv::OpBitcast, int_type(element_bits), {part}) : part);
        }
        return join(parts, element_bits, *access.type);
    }
    const auto unit_bits = static_cast<unsigned>(unit * 8);
    for (uint64_t i = 0; i < size; i += unit) {
        const spirv_id shift = shift_in_element(base, offset + i, element_bytes);
        const spirv_id shifted = emit(spv::OpShiftRightLogical, type(element), {load_element(i), shift});
        parts.push_back(emit(spv::OpUConvert, int_type(unit_bits), {shifted}));
    }
    return join(parts, unit_bits, *access.type);
}

// Returns the number of bits below a narrow number in its element.
spirv_id function_writer::shift_in_element(spirv_id offset, uint64_t more_bytes, uint64_t element_bytes) {
    spirv_id place = offset;
    if (more_bytes % element_bytes != 0) place = emit(spv::OpIAdd, int_type(32), {place, word(more_bytes % element_bytes)});
    place = emit(spv::OpBitwiseAnd, int_type(32), {place, word(element_bytes - 1)});
    return emit(spv::OpShiftLeftLogical, int_type(32), {place, word(3)});
}

void function_writer::store_scalar(const llvm::Instruction& instruction, const llvm::Value& pointer, const scalar_access& access,
                                   spirv_id stored, uint32_t bits) {
    if (!is_offset(*pointer.getType())) return store_global(value(pointer), access, stored, bits);
    const auto index = block_of(instruction, pointer);
    const auto [first, distance] = find_fixed_distance(pointer, layout_);
    const spirv_id base = value(*first);
    const uint64_t offset = access.offset + distance;
    if (!index) return;  // the pointer is null or undefined
    llvm::Type& element = *state_.blocks.all()[*index].element;
    const bool is_local = state_.blocks.all()[*index].space == spv::StorageClassWorkgroup;
    const uint64_t element_bytes = layout_.getTypeStoreSize(&element);
    const auto store_element = [&](uint64_t more, spirv_id part) {
        const spirv_id place = element_pointer(*index, element_index(*index, base, offset + more));
        if (is_local) return store_to(place, part, bits, 0);
        emit_plain(spv::OpStore, {place, part});
    };
    const uint64_t size = layout_.getTypeStoreSize(access.type);
    const uint64_t unit = std::min(size, access.alignment.value());
    if (&element == access.type && unit == size) return store_element(0, stored);
    const auto element_bits = static_cast<unsigned>(element_bytes * 8);
    if (unit >= element_bytes) {
        const words parts = split(stored, *access.type, element_bits);
        for (size_t i = 0; i < parts.size(); ++i)
            store_element(i * element_bytes,
                          element.isFloatingPointTy() ? emit(spv::OpBitcast, type(element), {parts[i]}) : parts[i]);
        return;
    }
    const auto unit_bits = static_cast<unsigned>(unit * 8);
    const words parts = split(stored, *access.type, unit_bits);
    for (size_t i = 0; i < parts.size(); ++i) {
        const uint64_t more = offset + i * unit;
        const spirv_id shift = shift_in_element(base, more, element_bytes);
        const spirv_id ones = module_.number(element_bits, (uint64_t {1} << unit_bits) - 1);
        const spirv_id others = emit(spv::OpNot, type(element), {emit(spv::OpShiftLeftLogical, type(element), {ones, shift})});
        const spirv_id wide = emit(spv::OpUConvert, type(element), {parts[i]});
        const spirv_id placed = emit(spv::OpShiftLeftLogical, type(element), {wide, shift});
        const spirv_id place = element_pointer(*index, element_index(*index, base, more));
        if (is_local) {
            // Another work-item may write another part of the element at the same time.
            const spirv_id reach = word(static_cast<uint32_t>(spv::ScopeWorkgroup));
            if (element_bits == 64) module_.need(spv::CapabilityInt64Atomics);
            emit(spv::OpAtomicAnd, type(element), {place, reach, word(0), others});
            emit(spv::OpAtomicOr, type(element), {place, reach, word(0), placed});
            continue;
        }
        const spirv_id kept = emit(spv::OpBitwiseAnd, type(element), {emit(spv::OpLoad, type(element), {place}), others});
        emit_plain(spv::OpStore, {place, emit(spv::OpBitwiseOr, type(element), {kept, placed})});
    }
}

// Loads a number of the arguments.
spirv_id function_writer::load_argument(const scalar_access& access) {
    const auto first = static_cast<unsigned>(access.offset / 4);
    const unsigned bits = bit_width(*access.type);
    if (bits >= 32) {
        words parts;
        for (unsigned i = 0; i < bits / 32; ++i) parts.push_back(argument_word(first + i));
        return join(parts, 32, *access.type);
    }
    spirv_id number = argument_word(first);
    if (access.offset % 4 != 0) number = emit(spv::OpShiftRightLogical, int_type(32), {number, word(access.offset % 4 * 8)});
    number = emit(spv::OpUConvert, int_type(bits), {number});
    return access.type->isFloatingPointTy() ? emit(spv::OpBitcast, type(*access.type), {number}) : number;
}

// Loads the arguments that the kernel uses.
void function_writer::load_arguments() {
    for (llvm::Argument& argument : function_.args()) {
        if (argument.use_empty() || argument.getType()->isTargetExtTy()) continue;
        const uint64_t offset = state_.argument_offsets.at(&argument);
        std::vector<spirv_id> scalars;
        for (scalar_access access : scalars_of(*argument.getType(), llvm::commonAlignment(llvm::Align(8), offset), layout_)) {
            access.offset += offset;
            scalars.push_back(load_argument(access));
        }
        size_t next = 0;
        values_[&argument] = put_together(*argument.getType(), scalars, next);
    }
}

}  // namespace ingot::compiler::vulkan
