// A compile command, from the kernel file to all outputs.
#pragma once

#include "command_line.hpp"

namespace ingot::compiler {

/// The exit status: 0 only where every output is in place. What went wrong has been printed.
int compile(const compile_command& command, const compiler_parts& known);

}  // namespace ingot::compiler
