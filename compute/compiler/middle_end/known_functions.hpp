// Which functions the targets know that no kernel file defines.
#pragma once

#include <llvm/IR/Function.h>

#include <string>

namespace ingot::compiler {

/// Marks a function that is only declared in the kernel file or its headers: no built-in function of the middle end's.
inline constexpr const char* declared_by_author = "ingot-declared-by-author";

/// Functions that the middle end leaves to the targets.
bool is_known(const llvm::Function& function);

/// What an author writes to call the intrinsic: "__builtin_return_address"; LLVM's name where there is no one such word.
std::string words_of_intrinsic(const llvm::Function& intrinsic);

}  // namespace ingot::compiler
