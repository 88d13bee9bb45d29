// Writes one function as text in Metal's language.
#pragma once

#include <llvm/IR/Function.h>

#include <set>
#include <string>
#include <vector>

#include "../../device_module.hpp"
#include "memory_shapes.hpp"

namespace ingot::compiler::msl {

/// A value that Metal passes to a kernel: `uint3 local_id [[thread_position_in_threadgroup]]`.
struct kernel_input {
    std::string_view device_function;  ///< the device function without the prefix that returns it: "get_local_id"
    std::string_view type;
    std::string_view name;
    std::string_view attribute;
};
/// Returns all inputs that the device functions need.
std::span<const kernel_input> kernel_inputs();

/// What the functions of one text share.
struct module_text {
    const device_module& unit;
    bool is_fast = false;
    std::set<std::string> names {};    ///< names in the whole text: constants, functions
    std::set<std::string> helpers {};  ///< helper functions that the text needs (write_msl.cpp)
    llvm::DenseMap<const llvm::GlobalVariable*, std::pair<std::string, memory_shape>>
        variables {};                                                 ///< constants and local memory
    llvm::DenseMap<const llvm::Function*, std::string> functions {};  ///< names of the kept functions
};

/// The inputs, and the variables in local memory, that a function and the functions that it calls use.
struct function_needs {
    std::vector<const kernel_input*> inputs;
    std::vector<const llvm::GlobalVariable*> local_variables;
};
function_needs needs_of(const llvm::Function& function);

/// Returns the text of a function. `kernel` is its description, or null for a kept function.
std::string write_function(module_text& text, llvm::Function& function, const kernel_entry* kernel);

/// Returns the declaration of an array with a name: "float4 tile[128]".
std::string array_declaration(const memory_shape& shape, const std::string& name, uint64_t size, uint64_t alignment,
                              const llvm::DataLayout& layout);

}  // namespace ingot::compiler::msl
