// What Metal's language lacks.
#pragma once

#include <llvm/IR/Instruction.h>

#include <optional>

#include "../../target.hpp"

namespace ingot::compiler::msl {

/// Returns why Metal cannot express an instruction of a lowered kernel. Returns nothing if it can.
std::optional<unsupported_instruction> find_unsupported(const llvm::Instruction& instruction);

/// Returns the name of Metal's function for a function of OpenCL's mathematics by its mangled name, or "": "_Z3sinf" gives "sin".
std::string_view metal_function(llvm::StringRef mangled);

}  // namespace ingot::compiler::msl
