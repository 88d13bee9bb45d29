// What Metal passes to a kernel: its inputs, such as the position of the work-item, and its values.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <string_view>
#include <vector>

#include "../../device_module.hpp"

namespace ingot::compiler::msl {

/// A value that Metal passes to a kernel: `uint3 local_id [[thread_position_in_threadgroup]]`.
struct kernel_input {
    std::string_view device_function;  ///< the device function without the prefix that returns it: "get_local_id"
    std::string_view type;
    std::string_view name;
    std::string_view attribute;
};

/// Returns the input that a device function returns, or null if it is another function.
const kernel_input* input_of(const llvm::Function& callee);

/// Returns the call of a kernel's input of which the value is the lower half, or null. The code takes ids as 64 bits and cuts
/// them.
const llvm::CallInst* input_call(const llvm::Value& value);

/// The inputs, and the variables in local memory, that a function and the functions that it calls use.
struct function_needs {
    std::vector<const kernel_input*> inputs;
    std::vector<const llvm::GlobalVariable*> local_variables;
};
function_needs needs_of(const llvm::Function& function);

/// Is the argument a value parameter of the type float or half, which the code takes as bits? `kernel` is the description of
/// the argument's function, or null for a kept function.
bool is_real_argument(const llvm::Argument& argument, const kernel_entry* kernel);

}  // namespace ingot::compiler::msl
