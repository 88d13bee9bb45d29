// Executes a compile command: reads the kernel file and writes all outputs.
#pragma once

#include "command_line.hpp"

namespace ingot::compiler {

/// Returns the exit status: 0 if every output was written; 1 if the kernel file has errors; or, if a child process that
/// compiles for a target failed (target_job.hpp), the exit status of that process: 1 or `defect_status`. The errors have
/// been printed. Throws std::exception for other errors, for example a file that cannot be written.
int compile(const compile_command& command, const compiler_components& components);

}  // namespace ingot::compiler
