// Finds the memories that each pointer of a function can point to.
//
// A pointer points to the memory of the pointers from which it is computed: by getelementptr, phi, select and casts, by
// arithmetic on its address as a number, or by a load from a variable that holds pointers. In
//   %q = phi ptr [ %first, %then ], [ %second, %else ]
//   store ptr %q, ptr %variable
//   %r = load ptr, ptr %variable
// %q and %r can point to the memories of %first and of %second. A worklist propagates these sets through all values and
// variables until nothing changes (Andersen, Program Analysis and Specialization for the C Programming Language, 1994,
// chapter 4; here with one set for all fields of a variable).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/SparseBitVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Value.h>

#include <optional>

#include "address_spaces.hpp"

namespace ingot::compiler {

/// The attribute of functions in which split_mixed_pointers has run. In these functions, every generic pointer whose memory
/// is known points to a variable of the work-item.
inline constexpr const char* mixed_pointers_are_split = "ingot-mixed-pointers-are-split";

/// The memories that one pointer can point to, as numbers of address spaces.
struct memory_set {
    llvm::SmallVector<unsigned, 2> spaces;  ///< in ascending order; empty for null and for undefined values
    bool is_unknown = false;                ///< can the pointer also point to a memory that the analysis cannot find?

    /// Returns the address space if it is the only one.
    std::optional<unsigned> single() const {
        return spaces.size() == 1 && !is_unknown ? std::optional(spaces.front()) : std::nullopt;
    }
    /// Returns whether the pointer points to one of several known memories.
    bool is_mixed() const { return spaces.size() > 1 && !is_unknown; }
};

/// The memories of all pointers of one function. The object is valid until the function changes. The memory of a generic
/// pointer is unknown if the pointer comes from a call, from memory other than a variable of the work-item, or from a
/// number that was computed from pointers to several memories. The memory of the generic pointers that a kept function
/// (kept_functions.hpp) has as arguments is unknown until specialize_kept_functions has run.
class pointer_memory {
public:
    explicit pointer_memory(const llvm::Function& function);

    /// Returns the memories of a pointer, or of the pointers from which a number was computed.
    memory_set of(const llvm::Value* value) const;

    /// Returns whether the pointer points to a variable of the work-item and to nothing else.
    bool points_to_variables(const llvm::Value* pointer) const;

    /// Returns whether a variable to which the address can point holds pointers, or numbers computed from pointers.
    bool holds_pointers(const llvm::Value* address) const;

    /// Returns whether a variable of the function holds pointers to several memories.
    bool has_mixed_variable() const;

private:
    // The objects to which a pointer can point. The numbers below `unknown` are address spaces. The number `unknown` is a
    // memory that the analysis cannot find. The numbers above `unknown` are the function's variables.
    using object_set = llvm::SparseBitVector<>;
    static constexpr unsigned unknown = 31;

    static memory_set memories(const object_set& objects);
    object_set objects_of(const llvm::Value* value) const;
    object_set objects_of_operands(const llvm::User& user) const;
    object_set objects_of_constant(const llvm::Constant& constant) const;
    object_set result_of(const llvm::Instruction& instruction) const;
    object_set loaded_by(const llvm::LoadInst& load) const;
    void add_to_variables(const llvm::Value* address, const object_set& stored_objects);
    void visit(const llvm::Instruction& instruction);
    void visit_call(const llvm::CallBase& call);
    void note_reader(const llvm::Value* address, const llvm::Instruction& reader);
    object_set contents_of(const llvm::Value* address) const;
    void propagate();

    llvm::DenseMap<const llvm::Value*, object_set> objects_;       // of each instruction with a set that is not empty
    llvm::DenseMap<const llvm::AllocaInst*, unsigned> variables_;  // the object of each variable
    llvm::DenseMap<unsigned, object_set> contents_;                // what the pointers in a variable point to
    llvm::DenseMap<unsigned, llvm::SmallVector<const llvm::Instruction*>> readers_;  // the loads and copies of a variable
    llvm::SetVector<const llvm::Instruction*> worklist_;
    bool are_mixed_pointers_split_ = false;
    bool has_found_stores_ = false;  // false during the first propagation
};

}  // namespace ingot::compiler
