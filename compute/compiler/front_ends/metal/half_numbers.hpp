// Half numbers in LLVM IR as integers of 16 bits, because not every target has a type for them.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::metal {

/// Replaces the type half by i16 everywhere:
///
///     %y = fpext half %x to float
///
/// becomes
///
///     %y = call float @ingot_metal_float_of_half(i16 %x)
///
/// Arithmetic with half numbers must have been replaced before. The functions for the two conversions, which the library's
/// entry.hpp defines, keep the type: on targets that have it, they convert by an instruction.
void store_half_as_integers(llvm::Module& module);

}  // namespace ingot::compiler::metal
