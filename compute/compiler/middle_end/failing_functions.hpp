// The functions that end a program because an assertion is false or the standard library throws an exception. In a kernel, a
// call of one ends the work-item (stop_failed_work_items.cpp).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace ingot::compiler {

/// Is it such a function? A function that throws only under a condition, as libc++'s __throw_if_valueless, is none.
bool is_failing_function(const llvm::Function& function);

/// Returns why a call of such a function ends the work-item: "assertion 'x > 0' failed", "std::out_of_range: array::at".
std::string failure_reason(const llvm::CallBase& call);

/// Returns the place that the call names, as for assert "scale.kernels.cpp:7", or an empty string.
std::string failure_place(const llvm::CallBase& call);

}  // namespace ingot::compiler
