// The mathematical functions of C that targets replace by functions of another library.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Intrinsics.h>

namespace ingot::compiler {

/// Returns whether C and OpenCL C have a function of this name, whose arguments and result are all float (with the suffix f in C)
/// or all double.
bool is_c_mathematics(llvm::StringRef name);

/// Returns the name, without the suffix f, of the function of C for an intrinsic that no back end for devices computes itself.
/// Returns "" for all other intrinsics.
llvm::StringRef c_mathematics_of(llvm::Intrinsic::ID intrinsic);

}  // namespace ingot::compiler
