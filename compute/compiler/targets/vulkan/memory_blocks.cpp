#include "memory_blocks.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "../../middle_end/address_spaces.hpp"
#include "../../middle_end/kept_functions.hpp"

namespace ingot::compiler::vulkan {

namespace {

// A block in which a pointer can be null begins with bytes that belong to no variable, so that no variable has the offset 0.
constexpr uint64_t bytes_before_objects = 16;

void add_scalars(llvm::Type& type, uint64_t offset, llvm::Align alignment, const llvm::DataLayout& layout,
                 std::vector<scalar_access>& found) {
    if (auto* const record = llvm::dyn_cast<llvm::StructType>(&type)) {
        const llvm::StructLayout& places = *layout.getStructLayout(record);
        for (unsigned i = 0; i < record->getNumElements(); ++i)
            add_scalars(*record->getElementType(i), offset + places.getElementOffset(i), alignment, layout, found);
        return;
    }
    if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(&type)) {
        const uint64_t bytes = layout.getTypeAllocSize(array->getElementType());
        for (uint64_t i = 0; i < array->getNumElements(); ++i)
            add_scalars(*array->getElementType(), offset + i * bytes, alignment, layout, found);
        return;
    }
    if (auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type)) {
        const uint64_t bytes = layout.getTypeStoreSize(vector->getElementType());
        for (unsigned i = 0; i < vector->getNumElements(); ++i)
            add_scalars(*vector->getElementType(), offset + i * bytes, alignment, layout, found);
        return;
    }
    found.push_back({memory_type(type), offset, llvm::commonAlignment(alignment, offset)});
}

uint64_t size_of_object(const llvm::Value& object, const llvm::DataLayout& layout) {
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&object))
        return layout.getTypeAllocSize(variable->getValueType());
    const auto& own = llvm::cast<llvm::AllocaInst>(object);
    return own.getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
}

llvm::Align alignment_of_object(const llvm::Value& object) {
    if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&object)) return variable->getAlign().valueOrOne();
    return llvm::cast<llvm::AllocaInst>(object).getAlign();
}

unsigned components_of(const llvm::Type& vector) { return llvm::cast<llvm::FixedVectorType>(vector).getNumElements(); }

// Are so many narrow numbers better kept as parts of words? Mesa's driver for AMD keeps arrays of at most 256 bytes in registers,
// one for each element, and makes a computed index a branch for each element. With 200 bytes its compiler runs out of memory
// (ac_nir_lower_indirect_derefs in src/amd/common).
bool is_dense_in_words(uint64_t bytes, uint64_t unit) { return bytes <= 256 && bytes / unit > 64; }

uint64_t bytes_of(const memory_block& block, const llvm::DataLayout& layout) {
    uint64_t bytes = 0;
    for (const auto& [object, offset] : block.objects) bytes += size_of_object(*object, layout);
    return bytes;
}

// Is it the variable whose size the launch gives (make_kernel_signatures)?
bool is_dynamic(const llvm::Value& object) {
    const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(&object);
    return variable && variable->getAddressSpace() == local_space && variable->isDeclaration();
}

}  // namespace

llvm::Type* memory_type(llvm::Type& scalar) {
    if (scalar.isIntegerTy(1)) return llvm::Type::getInt8Ty(scalar.getContext());
    if (scalar.isPointerTy()) return llvm::Type::getInt64Ty(scalar.getContext());
    return &scalar;
}

std::vector<scalar_access> scalars_of(llvm::Type& type, llvm::Align alignment, const llvm::DataLayout& layout) {
    std::vector<scalar_access> found;
    add_scalars(type, 0, alignment, layout, found);
    return found;
}

bool is_vector_access(const llvm::Type& type, llvm::Align alignment, const llvm::DataLayout& layout) {
    const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    if (!vector) return false;
    llvm::Type& element = *vector->getElementType();
    const unsigned count = vector->getNumElements();
    const bool has_numbers = element.isFloatingPointTy() || (element.isIntegerTy() && !element.isIntegerTy(1));
    return has_numbers && (count == 2 || count == 4) && alignment.value() >= layout.getTypeStoreSize(&element) * count;
}

std::optional<memory_access> access_of(const llvm::Instruction& instruction) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return memory_access {load->getPointerOperand(), load->getType(), load->getAlign(), load->isAtomic()};
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return memory_access {store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign(),
                              store->isAtomic()};
    if (const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
        return memory_access {update->getPointerOperand(), update->getType(), update->getAlign(), true};
    if (const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
        return memory_access {exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), exchange->getAlign(),
                              true};
    return std::nullopt;
}

memory_blocks::memory_blocks(const llvm::SetVector<const llvm::Function*>& functions, const llvm::DataLayout& layout)
    : layout_(layout) {
    for (const llvm::Function* const function : functions)
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) visit(instruction);
    collect_blocks(functions);
    choose_elements(functions);
    for (memory_block& block : blocks_)
        if (block.is_shared && block.space == spv::StorageClassFunction) block.space = spv::StorageClassPrivate;
    place_objects();
}

std::optional<size_t> memory_blocks::block_of(const llvm::Value& pointer) const {
    const llvm::Value* const base = pointer.stripInBoundsOffsets();
    for (const llvm::Value* const each : {&pointer, base})
        if (const auto found = nodes_.find(each); found != nodes_.end())
            if (const auto block = blocks_of_roots_.find(root_of(found->second)); block != blocks_of_roots_.end())
                return block->second;
    if (const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) return block_of(*element->getPointerOperand());
    return std::nullopt;
}

memory_blocks::node memory_blocks::new_node() {
    parents_.push_back(static_cast<node>(parents_.size()));
    can_be_null_.push_back(false);
    return parents_.back();
}

memory_blocks::node memory_blocks::root_of(node each) const {
    while (parents_[each] != each) each = parents_[each];
    return each;
}

memory_blocks::node memory_blocks::node_of(const llvm::Value& pointer) {
    if (const auto* const element = llvm::dyn_cast<llvm::GEPOperator>(&pointer); element && llvm::isa<llvm::Constant>(pointer))
        return node_of(*element->getPointerOperand());
    const auto [found, is_new] = nodes_.try_emplace(&pointer, 0);
    if (is_new) {
        const node made = new_node();
        nodes_[&pointer] = made;
        return made;
    }
    return found->second;
}

void memory_blocks::unite(node one, node other) {
    const node first = root_of(one);
    const node second = root_of(other);
    if (first == second) return;
    parents_[second] = first;
    can_be_null_[first] = can_be_null_[first] || can_be_null_[second];
}

void memory_blocks::unite_pointers(const llvm::Value& one, const llvm::Value& other) {
    if (!is_offset(*one.getType()) || !is_offset(*other.getType())) return;
    for (const auto& [null, pointer] : {std::pair(&one, &other), std::pair(&other, &one)})
        if (llvm::isa<llvm::ConstantPointerNull>(null) || llvm::isa<llvm::UndefValue>(null)) {
            if (llvm::isa<llvm::ConstantPointerNull>(null) && !llvm::isa<llvm::ConstantPointerNull>(pointer))
                can_be_null_[root_of(node_of(*pointer))] = true;
            return;
        }
    unite(node_of(one), node_of(other));
}

void memory_blocks::unite_with_stored(const llvm::Value& pointer) {
    if (!is_offset(*pointer.getType()) || llvm::isa<llvm::ConstantPointerNull>(pointer) || llvm::isa<llvm::UndefValue>(pointer))
        return;
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    const auto [found, is_new] = stored_.try_emplace(space, 0);
    if (is_new) {
        found->second = new_node();
        can_be_null_[found->second] = true;
    }
    const node stored = stored_[space];
    unite(node_of(pointer), stored);
}

// A variable's address is a constant, so a number can be made of it without an instruction:
//   store i64 ptrtoint (ptr addrspace(3) @tile to i64), ptr %places
// A constant that consists of several, such as the values of a table, can contain pointers too.
void memory_blocks::visit_constant(const llvm::Constant& constant) {
    if (!visited_constants_.insert(&constant).second) return;
    const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
    if (expression && expression->getOpcode() == llvm::Instruction::PtrToInt) unite_with_stored(*expression->getOperand(0));
    for (const llvm::Use& part : constant.operands()) {
        if (llvm::isa<llvm::ConstantAggregate, llvm::GlobalVariable>(constant)) unite_with_stored(*part);
        if (const auto* const other = llvm::dyn_cast<llvm::Constant>(part)) visit_constant(*other);
    }
}

void memory_blocks::visit(const llvm::Instruction& instruction) {
    for (const llvm::Use& operand : instruction.operands())
        if (const auto* const constant = llvm::dyn_cast<llvm::Constant>(operand)) visit_constant(*constant);
    if (const auto access = access_of(instruction); access && is_offset(*access->pointer->getType())) node_of(*access->pointer);
    if (const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        return unite_pointers(*element, *element->getPointerOperand());
    if (const auto* const choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
        unite_pointers(*choice, *choice->getTrueValue());
        return unite_pointers(*choice, *choice->getFalseValue());
    }
    if (const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
        for (const llvm::Use& each : phi->incoming_values()) unite_pointers(*phi, *each);
        return;
    }
    if (llvm::isa<llvm::FreezeInst>(instruction)) return unite_pointers(instruction, *instruction.getOperand(0));
    if (const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
        return unite_pointers(*comparison->getOperand(0), *comparison->getOperand(1));
    if (llvm::isa<llvm::LoadInst, llvm::IntToPtrInst>(instruction)) return unite_with_stored(instruction);
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        return unite_with_stored(*store->getValueOperand());
    if (llvm::isa<llvm::PtrToIntInst>(instruction)) return unite_with_stored(*instruction.getOperand(0));
    if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) visit_call(*call);
}

void memory_blocks::visit_call(const llvm::CallBase& call) {
    const llvm::Function* const callee = called_definition(call);
    if (!callee) return;
    for (unsigned i = 0; i < call.arg_size(); ++i) unite_pointers(*callee->getArg(i), *call.getArgOperand(i));
    for (const llvm::BasicBlock& block : *callee)
        if (const auto* const end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()); end && end->getReturnValue())
            unite_pointers(call, *end->getReturnValue());
}

// Makes a block of each set of pointers that has variables, and finds what is in it.
void memory_blocks::collect_blocks(const llvm::SetVector<const llvm::Function*>& functions) {
    const auto add = [&](const llvm::Value& object, spv::StorageClass space, const llvm::Function* function) {
        const node root = root_of(node_of(object));
        const auto [found, is_new] = blocks_of_roots_.try_emplace(root, blocks_.size());
        if (is_new) {
            memory_block made;
            made.space = space;
            made.function = function;
            blocks_.push_back(std::move(made));
        }
        memory_block& block = blocks_[found->second];
        if (block.function != function) block.is_shared = true;
        block.objects.emplace_back(&object, 0);
    };
    llvm::SetVector<const llvm::GlobalVariable*> globals;
    for (const llvm::Function* const function : functions)
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
            if (llvm::isa<llvm::AllocaInst>(instruction)) {
                add(instruction, spv::StorageClassFunction, function);
                continue;
            }
            llvm::SmallVector<const llvm::Value*> operands(instruction.operand_values());
            while (!operands.empty()) {
                const llvm::Value* const operand = operands.pop_back_val();
                if (const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(operand);
                    variable && is_offset(*variable->getType()))
                    globals.insert(variable);
                else if (const auto* const expression = llvm::dyn_cast<llvm::ConstantExpr>(operand))
                    operands.append(expression->value_op_begin(), expression->value_op_end());
            }
        }
    for (const llvm::GlobalVariable* const variable : globals)
        add(*variable, variable->getAddressSpace() == local_space ? spv::StorageClassWorkgroup : spv::StorageClassPrivate,
            nullptr);
    // A parameter of another function points into the block.
    for (const llvm::Function* const function : functions)
        for (const llvm::Argument& argument : function->args())
            if (is_offset(*argument.getType()))
                if (const auto block = block_of(argument)) blocks_[*block].is_shared = true;
}

void memory_blocks::choose_elements(const llvm::SetVector<const llvm::Function*>& functions) {
    struct accesses {
        llvm::Type* type = nullptr;  // the type of all of them, if they have the same
        bool is_mixed = false;
        uint64_t least = 8;
        uint64_t greatest = 1;
        uint64_t atomic = 0;
        bool has_mixed_atomics = false;
        llvm::Type* vector = nullptr;  // the vector with the most components
        bool is_of_vectors = true;     // are all of them vectors of its size?
    };
    std::vector<accesses> found(blocks_.size());
    for (const llvm::Function* const function : functions)
        for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
            const auto access = access_of(instruction);
            if (!access || !is_offset(*access->pointer->getType())) continue;
            const auto block = block_of(*access->pointer);
            if (!block) continue;
            if (blocks_[*block].function != function && blocks_[*block].space == spv::StorageClassFunction)
                blocks_[*block].is_shared = true;
            accesses& all = found[*block];
            if (!is_vector_access(*access->type, access->alignment, layout_) ||
                (all.vector && layout_.getTypeStoreSize(access->type) != layout_.getTypeStoreSize(all.vector)))
                all.is_of_vectors = false;
            else if (!all.vector || components_of(*access->type) > components_of(*all.vector))
                all.vector = access->type;
            for (const scalar_access& scalar : scalars_of(*access->type, access->alignment, layout_)) {
                const uint64_t size = layout_.getTypeStoreSize(scalar.type);
                const uint64_t unit = std::min(size, scalar.alignment.value());
                if (!all.type) all.type = scalar.type;
                if (all.type != scalar.type || unit < size) all.is_mixed = true;
                all.least = std::min(all.least, unit);
                all.greatest = std::max(all.greatest, unit);
                if (!access->is_atomic) continue;
                all.has_mixed_atomics |= all.atomic != 0 && all.atomic != size;
                all.atomic = size;
            }
        }
    for (size_t i = 0; i < blocks_.size(); ++i) {
        memory_block& block = blocks_[i];
        const accesses& all = found[i];
        llvm::LLVMContext& context = block.objects.front().first->getContext();
        if (all.has_mixed_atomics)
            block.problem = "local memory with atomic operations of 32 and of 64 bits on the same variable";
        if (block.space == spv::StorageClassWorkgroup && all.vector && all.is_of_vectors) {
            block.element = all.vector;
            continue;
        }
        if (block.space == spv::StorageClassFunction && all.greatest < 4 &&
            is_dense_in_words(bytes_of(block, layout_), all.least)) {
            block.element = llvm::Type::getInt32Ty(context);
            continue;
        }
        if (all.type && !all.is_mixed) {
            block.element = all.type;
            if (all.atomic != 0) block.element = llvm::Type::getIntNTy(context, static_cast<unsigned>(all.atomic * 8));
            continue;
        }
        uint64_t unit = all.type ? all.least : 4;
        if (all.atomic != 0)
            unit = all.atomic;
        else if (block.space != spv::StorageClassWorkgroup && all.greatest >= 4 && all.least < 4)
            unit = 4;  // narrower numbers are parts of words; in local memory two work-items may write two parts at once
        block.element = llvm::Type::getIntNTy(context, static_cast<unsigned>(unit * 8));
    }
}

void memory_blocks::place_objects() {
    std::vector<bool> can_be_null(blocks_.size(), false);
    for (const auto& [root, block] : blocks_of_roots_) can_be_null[block] = can_be_null_[root];
    for (size_t i = 0; i < blocks_.size(); ++i) {
        memory_block& block = blocks_[i];
        // The part whose size the launch gives is the last one.
        std::ranges::sort(block.objects, {}, [](const auto& object) { return is_dynamic(*object.first); });
        uint64_t next = can_be_null[i] ? bytes_before_objects : 0;
        const uint64_t unit = layout_.getTypeStoreSize(block.element);
        for (auto& [object, offset] : block.objects) {
            offset = llvm::alignTo(next, std::max(alignment_of_object(*object), llvm::Align(unit)));
            offsets_[object] = offset;
            next = offset + size_of_object(*object, layout_);
            block.has_dynamic_part |= is_dynamic(*object);
        }
        block.bytes = llvm::alignTo(next, unit);
    }
}

}  // namespace ingot::compiler::vulkan
