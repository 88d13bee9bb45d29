// Which functions without a body a lowered module may call.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <string_view>

namespace ingot::compiler {

/// Marks a function that is only declared in the kernel file or its headers: no built-in function of the middle end's.
inline constexpr const char* declared_by_author = "ingot-declared-by-author";

/// Functions that a target's code generator has, by the mark of mark_built_in(), and the intrinsics of LLVM that each has, or
/// that are its own by the beginning of their names (target_traits::intrinsics).
bool is_known(const llvm::Function& function, std::string_view own_intrinsics);

/// What an author writes to call the intrinsic: "__builtin_return_address"; LLVM's name where there is no one such word.
std::string words_of_intrinsic(const llvm::Function& intrinsic);

}  // namespace ingot::compiler
