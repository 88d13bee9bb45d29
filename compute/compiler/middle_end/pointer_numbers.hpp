// Null pointers and addresses as numbers, in each address space.
//
// Local memory and constants can begin at address 0 (target_traits::has_memory_at_null). Their null pointer is then an
// address that no memory has. As a number every null pointer is 0, as a C++ program expects: so memory that is filled with
// zeros holds null pointers. A pointer becomes a number by
//   %address = ptrtoint ptr addrspace(3) %p to i64
//   %number = sub i64 %address, null's address                ; only if memory can begin at address 0
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

namespace ingot::compiler {

/// Converts pointers of one target to numbers and back.
class pointer_numbers {
public:
    /// `has_memory_at_null` is the target's trait.
    explicit pointer_numbers(bool has_memory_at_null) : has_memory_at_null_(has_memory_at_null) {}

    /// Returns the null pointer of the type's address space.
    llvm::Constant* null_of(llvm::Type* pointer) const;
    /// Creates the number of a pointer, as an integer of that type.
    llvm::Value* number_of(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* integer) const;
    /// Creates the pointer of a number that number_of() created.
    llvm::Value* pointer_of(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Type* pointer) const;

private:
    bool is_null_at_zero(const llvm::Type* pointer) const;

    bool has_memory_at_null_;
};

}  // namespace ingot::compiler
