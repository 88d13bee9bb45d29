// Pointers that a cast makes from a number.
#pragma once

#include <clang/AST/ASTContext.h>

namespace ingot::compiler::metal {

/// Keeps the address space that a cast from a number to a pointer names. In the C++ that Clang parses, all address spaces are
/// one: its LLVM IR for `(device float*)number` does not say where the pointer points. The cast therefore becomes a call,
/// `(device float*)ingot_device_pointer_to_global(number)`, which the middle end converts (convert_numbers_to_pointers.cpp).
void call_pointer_casts(clang::ASTContext& context);

}  // namespace ingot::compiler::metal
