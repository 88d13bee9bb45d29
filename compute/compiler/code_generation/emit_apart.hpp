// LLVM's code generators, in a process of their own.
#pragma once

#include <functional>

#include "emit_file.hpp"

namespace ingot::compiler {

/// prepare(module), retarget() and emit_file() in a child of this process, so that the module here stays as it is. It is for the
/// SPIR-V back end, which keeps what it knows of basic blocks, by their addresses, from one module to the next
/// (SPIRVModuleAnalysis, LLVM 22), and then gives two of them one id. Throws std::runtime_error as emit_file() and prepare(), or
/// where the child ends by itself.
std::vector<std::byte> emit_apart(llvm::Module& module, const code_generator& with,
                                  const std::function<void(llvm::Module&)>& prepare);

}  // namespace ingot::compiler
