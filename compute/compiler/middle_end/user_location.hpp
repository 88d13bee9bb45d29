// The line of the author's code to which an instruction belongs.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <optional>
#include <string>

#include "../device_module.hpp"
#include "../diagnostic.hpp"

namespace ingot::compiler {

/// Returns the path of the source file, absolute if the compilation folder is known.
std::string path_of(const llvm::DILocation& location);

/// Returns the innermost line outside of libraries in the chain of inlined calls that ends at the instruction. Returns nothing
/// if there is no such line.
std::optional<source_location> author_line(const llvm::Instruction& instruction, const device_module& unit);

/// Returns the line of the author's code that an error about the instruction names: the innermost line outside of
/// libraries in the chain of inlined calls that ends at the instruction. If there is no such line, returns the line of a
/// call of the function for an instruction in a kept function, and the line of the kernel for an instruction in a kernel.
source_location user_location(const llvm::Instruction& instruction, const device_module& unit);

}  // namespace ingot::compiler
