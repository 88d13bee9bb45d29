// Writes one function as text in Metal's language.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <string_view>

#include "../../device_module.hpp"
#include "memory_shapes.hpp"
#include "module_text.hpp"

namespace ingot::compiler::msl {

/// Returns the text of a function. `kernel` is its description, or null for a kept function.
std::string write_function(module_text& text, llvm::Function& function, const kernel_entry* kernel);

/// Returns the declaration of an array: "alignas(16) threadgroup float4 tile[128]". `space` is the words of the address space
/// with a space behind them, or "". An alignment is only written where the element type has a smaller one.
std::string array_declaration(std::string_view space, const memory_shape& shape, const std::string& name, uint64_t size,
                              uint64_t alignment, const llvm::DataLayout& layout);

}  // namespace ingot::compiler::msl
