// The functions that end a program because an assertion is false or the standard library throws an exception. In a kernel, a
// call of one ends the work-item (stop_failed_work_items.cpp).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace ingot::compiler {

/// Does the function report a false assertion or throw an exception of the standard library? A function that throws only under
/// a condition, such as libc++'s __throw_if_valueless, does not count.
bool is_failing_function(const llvm::Function& function);

/// Returns why a call of a failing function ends the work-item: "assertion 'x > 0' failed", "std::out_of_range: array::at".
std::string failure_reason(const llvm::CallBase& call);

/// Returns the file and the line that an assertion passes to the failing function: "scale.kernels.cpp:7". Returns an empty
/// string for a call that passes none.
std::string failure_place(const llvm::CallBase& call);

}  // namespace ingot::compiler
