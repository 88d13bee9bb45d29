// The lines of the source in the code of a target: for debuggers, profilers and disassemblers.
#pragma once

#include <llvm/IR/Module.h>

#include "../device_module.hpp"

namespace ingot::compiler {

/// Makes the author's line the location of each instruction (author_line()), without the calls by which the code was inlined, and
/// removes all other debug information. Steps that move code from function to function then need not care for it:
///   %v = fadd float %a, %b, !dbg !7        ; vector.hpp:120, inlined at scale.kernels.cpp:8
/// becomes
///   %v = fadd float %a, %b, !dbg !3        ; scale.kernels.cpp:8
void keep_author_lines(device_module& unit);

/// Describes the functions whose instructions have such lines, so that the code generator writes a table of lines. Does nothing
/// if keep_author_lines() has not been called.
void describe_lines(llvm::Module& module);

}  // namespace ingot::compiler
