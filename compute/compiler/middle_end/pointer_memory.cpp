#include "pointer_memory.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "generic_pointers.hpp"
#include "kept_functions.hpp"

namespace ingot::compiler {

namespace {

// Returns whether the instruction computes its result from its operands, so that the result can point to the memory to
// which an operand points.
bool passes_operands_on(const llvm::Instruction& instruction) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
        const auto kind = intrinsic->getIntrinsicID();
        return kind == llvm::Intrinsic::launder_invariant_group || kind == llvm::Intrinsic::strip_invariant_group;
    }
    return llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::BinaryOperator>(instruction) ||
           llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::FreezeInst>(instruction) ||
           llvm::isa<llvm::ExtractValueInst>(instruction) || llvm::isa<llvm::InsertValueInst>(instruction);
}

// Returns whether a front end made this pointer from a number and named the work-item's variables as its memory.
bool is_pointer_to_variables(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == pointer_to_private;
}

// Returns whether the constants to which an address can point hold addresses themselves.
bool hold_addresses(const llvm::Value* address) {
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(address, objects, nullptr, 0);
    return llvm::any_of(objects, [](const llvm::Value* object) {
        const auto* constant = llvm::dyn_cast<llvm::GlobalVariable>(object);
        return constant && constant->hasInitializer() && constant->getInitializer()->needsRelocation();
    });
}

}  // namespace

pointer_memory::pointer_memory(const llvm::Function& function)
    : are_mixed_pointers_split_(function.hasFnAttribute(mixed_pointers_are_split)) {
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            variables_[variable] = unknown + 1 + variables_.size();
    // First find the pointers that the function stores in variables. After that, a loaded pointer for which no memory has
    // been found is unknown.
    for (const bool has_found_stores : {false, true}) {
        has_found_stores_ = has_found_stores;
        for (const llvm::Instruction& instruction : llvm::instructions(function)) worklist_.insert(&instruction);
        propagate();
    }
}

memory_set pointer_memory::of(const llvm::Value* value) const { return memories(objects_of(value)); }

bool pointer_memory::points_to_variables(const llvm::Value* pointer) const {
    const object_set objects = objects_of(pointer);
    return !objects.empty() && objects.find_first() > static_cast<int>(unknown);
}

bool pointer_memory::holds_pointers(const llvm::Value* address) const { return !contents_of(address).empty(); }

bool pointer_memory::has_mixed_variable() const {
    return llvm::any_of(contents_, [](const auto& variable) { return memories(variable.second).spaces.size() > 1; });
}

memory_set pointer_memory::memories(const object_set& objects) {
    memory_set found;
    for (const unsigned object : objects) {
        const unsigned space = object > unknown ? private_space : object;
        if (object == unknown)
            found.is_unknown = true;
        else if (!llvm::is_contained(found.spaces, space))
            found.spaces.push_back(space);
    }
    llvm::sort(found.spaces);
    return found;
}

pointer_memory::object_set pointer_memory::objects_of(const llvm::Value* value) const {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return objects_of_constant(*constant);
    if (const auto found = objects_.find(value); found != objects_.end()) return found->second;
    object_set objects;
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(value); argument && argument->getType()->isPointerTy()) {
        const unsigned space = argument->getType()->getPointerAddressSpace();
        objects.set(space == private_space && argument->getParent()->hasFnAttribute(kept_function) ? unknown : space);
    }
    return objects;
}

pointer_memory::object_set pointer_memory::objects_of_operands(const llvm::User& user) const {
    object_set objects;
    for (const llvm::Use& operand : user.operands()) objects |= objects_of(operand);
    return objects;
}

pointer_memory::object_set pointer_memory::objects_of_constant(const llvm::Constant& constant) const {
    if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(&constant)) return objects_of(element->getPointerOperand());
    if (!llvm::isa<llvm::GlobalValue>(constant)) return objects_of_operands(constant);
    object_set objects;
    objects.set(constant.getType()->getPointerAddressSpace());
    return objects;
}

pointer_memory::object_set pointer_memory::result_of(const llvm::Instruction& instruction) const {
    object_set objects;
    const llvm::Type* const type = instruction.getType();
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        objects.set(variables_.at(variable));
    } else if (type->isPointerTy() && type->getPointerAddressSpace() != private_space) {
        objects.set(type->getPointerAddressSpace());
    } else if (const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
        objects = objects_of(element->getPointerOperand());
    } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
        objects = objects_of(choice->getTrueValue());
        objects |= objects_of(choice->getFalseValue());
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        objects = loaded_by(*load);
    } else if (is_pointer_to_variables(instruction)) {
        objects.set(private_space);
    } else if (passes_operands_on(instruction)) {
        objects = objects_of_operands(instruction);
    } else if (type->isPointerTy()) {
        objects.set(unknown);
    }
    // The memory of a pointer is unknown if the pointer is loaded but never stored, or if it is made from a number that was
    // not computed from a pointer.
    const bool is_from_number =
        llvm::isa<llvm::IntToPtrInst>(instruction) && !llvm::isa<llvm::Constant>(instruction.getOperand(0));
    const bool is_loaded = llvm::isa<llvm::LoadInst>(instruction) && type->isPointerTy();
    if ((is_from_number || is_loaded) && objects.empty() && has_found_stores_) objects.set(unknown);
    // If a number was computed from pointers to several memories, it is not known to which of them a pointer made from the
    // number points. After split_mixed_pointers, however, a generic pointer points to a variable.
    if (is_from_number && memories(objects).is_mixed()) {
        if (are_mixed_pointers_split_) objects.clear();
        objects.set(are_mixed_pointers_split_ ? private_space : unknown);
    }
    return objects;
}

// Returns the objects of all pointers in the variables to which the address can point. A pointer that is loaded from
// other memory is unknown.
pointer_memory::object_set pointer_memory::loaded_by(const llvm::LoadInst& load) const {
    object_set objects;
    bool is_variable = true;
    for (const unsigned object : objects_of(load.getPointerOperand()))
        if (const auto contents = contents_.find(object); contents != contents_.end())
            objects |= contents->second;
        else
            is_variable &= object > unknown;
    if (load.getType()->isPointerTy() ? !is_variable : hold_addresses(load.getPointerOperand())) objects.set(unknown);
    return objects;
}

// Adds objects to the contents of all variables to which the address can point.
void pointer_memory::add_to_variables(const llvm::Value* address, const object_set& stored_objects) {
    if (stored_objects.empty()) return;
    for (const unsigned object : objects_of(address)) {
        if (object <= unknown) continue;
        const bool has_grown = contents_[object] |= stored_objects;
        if (!has_grown) continue;
        for (const llvm::Instruction* reader : readers_[object]) worklist_.insert(reader);
    }
}

// Returns the objects to which the pointers in the variables at an address can point.
pointer_memory::object_set pointer_memory::contents_of(const llvm::Value* address) const {
    object_set contents;
    for (const unsigned object : objects_of(address))
        if (const auto found = contents_.find(object); found != contents_.end()) contents |= found->second;
    return contents;
}

// Notes that the instruction depends on the contents of the variables at an address.
void pointer_memory::note_reader(const llvm::Value* address, const llvm::Instruction& reader) {
    for (const unsigned object : objects_of(address))
        if (object > unknown && !llvm::is_contained(readers_[object], &reader)) readers_[object].push_back(&reader);
}

// A called function gets pointers to variables as arguments. It can copy the pointers in one of these variables to the other
// ones. (keep_large_functions keeps no function that uses a pointer in such a variable, or stores a pointer there.)
void pointer_memory::visit_call(const llvm::CallBase& call) {
    object_set copied_objects;
    for (const llvm::Use& argument : call.args()) {
        if (!argument->getType()->isPointerTy()) continue;
        note_reader(argument, call);
        copied_objects |= contents_of(argument);
    }
    for (const llvm::Use& argument : call.args())
        if (argument->getType()->isPointerTy()) add_to_variables(argument, copied_objects);
}

// Computes the objects of one instruction again, and puts the instructions that depend on a change on the worklist.
void pointer_memory::visit(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        add_to_variables(store->getPointerOperand(), objects_of(store->getValueOperand()));
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
        note_reader(copy->getRawSource(), instruction);
        object_set copied_objects = contents_of(copy->getRawSource());
        if (hold_addresses(copy->getRawSource())) copied_objects.set(unknown);
        add_to_variables(copy->getRawDest(), copied_objects);
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        note_reader(load->getPointerOperand(), instruction);
    } else if (called_definition(instruction)) {
        visit_call(llvm::cast<llvm::CallBase>(instruction));
    }
    const object_set result = result_of(instruction);
    if (result.empty()) return;
    const bool has_grown = objects_[&instruction] |= result;
    if (!has_grown) return;
    for (const llvm::User* user : instruction.users())
        if (const auto* dependent = llvm::dyn_cast<llvm::Instruction>(user)) worklist_.insert(dependent);
}

void pointer_memory::propagate() {
    while (!worklist_.empty()) visit(*worklist_.pop_back_val());
}

}  // namespace ingot::compiler
