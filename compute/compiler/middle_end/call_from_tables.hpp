// Replaces calls through tables of functions by direct calls.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler {

/// Replaces calls of a function that is loaded from a constant table by a switch over the table's functions. Returns whether
/// it replaced a call.
bool replace_calls_from_tables(llvm::Module& module);

}  // namespace ingot::compiler
