// LLVM's code generators, in a process of their own.
#pragma once

#include "emit_file.hpp"

namespace ingot::compiler {

/// retarget() and emit_file() of a copy of the module, in a child of this process. The SPIR-V back end keeps what it knows of
/// basic blocks, by their addresses, from one module to the next (SPIRVModuleAnalysis, LLVM 22), and then gives two of them one
/// id. Throws std::runtime_error as emit_file(), or where the child ends by itself.
std::vector<std::byte> emit_apart(llvm::Module& module, const code_generator& with);

}  // namespace ingot::compiler
