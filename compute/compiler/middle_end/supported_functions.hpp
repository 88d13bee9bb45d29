// Which functions without a body may remain in a lowered module: functions that the target's code generator defines,
// and LLVM's intrinsics that it supports.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <string_view>

namespace ingot::compiler {

/// The attribute of functions that the kernel file or its headers declare and do not define. A function that the middle
/// end adds does not have this attribute.
inline constexpr const char* declared_by_author = "ingot-declared-by-author";

/// Returns whether a target supports a function without a body: a function that mark_built_in() marked, an intrinsic
/// that all targets support, or an intrinsic of this target. The names of the target's intrinsics begin with
/// `own_intrinsics` (target_traits::intrinsic_prefix).
bool is_supported_function(const llvm::Function& function, std::string_view own_intrinsics);

/// Returns the name by which C++ code calls an intrinsic: "__builtin_return_address". Returns LLVM's name for an intrinsic
/// that is not in the function's list.
std::string intrinsic_source_name(const llvm::Function& intrinsic);

}  // namespace ingot::compiler
