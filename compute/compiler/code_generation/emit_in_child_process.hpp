// Runs LLVM's code generators in a child process.
#pragma once

#include <functional>

#include "emit_file.hpp"

namespace ingot::compiler {

/// Calls prepare(module), retarget() and emit_file() in a child process and returns the output of emit_file(). The
/// module of this process does not change. LLVM's SPIR-V back end needs a new process for each module: it keeps a table
/// with the addresses of basic blocks from one module to the next (SPIRVModuleAnalysis, LLVM 22), and a second module
/// can then get the same id for two blocks. Throws std::logic_error if prepare(), retarget() or emit_file() throws, if
/// LLVM reports a fatal error or if a signal ends the child process. Throws std::bad_alloc if the child process needs too
/// much memory. Throws std::system_error if the child process cannot be created. If the child process reaches the limit on
/// processor time, this process ends as if it had reached the limit itself.
std::vector<std::byte> emit_in_child_process(llvm::Module& module, const code_generator& generator,
                                             const std::function<void(llvm::Module&)>& prepare);

}  // namespace ingot::compiler
