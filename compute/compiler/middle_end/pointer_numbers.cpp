#include "pointer_numbers.hpp"

#include "pointer_memory.hpp"

namespace ingot::compiler {

namespace {

// The address of the null pointer in an address space that begins at address 0. Local memory and constants are smaller, so
// that no object has this address. The low bits are 0, so that a pointer and its number have the same alignment.
constexpr uint64_t null_address = uint64_t {1} << 31;

}  // namespace

bool pointer_numbers::is_null_at_zero(const llvm::Type* pointer) const {
    return !has_memory_at_null_ || pointer->getPointerAddressSpace() <= global_space;
}

llvm::Constant* pointer_numbers::null_of(llvm::Type* pointer) const {
    auto* const integer = llvm::Type::getInt64Ty(pointer->getContext());
    return llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(integer, is_null_at_zero(pointer) ? 0 : null_address), pointer);
}

llvm::Value* pointer_numbers::number_of(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* integer) const {
    llvm::Value* const address = builder.CreatePtrToInt(pointer, integer);
    if (is_null_at_zero(pointer->getType())) return address;
    return builder.CreateSub(address, llvm::ConstantInt::get(integer, null_address));
}

llvm::Value* pointer_numbers::pointer_of(llvm::IRBuilder<>& builder, llvm::Value* number, llvm::Type* pointer) const {
    if (is_null_at_zero(pointer)) return builder.CreateIntToPtr(number, pointer);
    return builder.CreateIntToPtr(builder.CreateAdd(number, llvm::ConstantInt::get(number->getType(), null_address)), pointer);
}

}  // namespace ingot::compiler
