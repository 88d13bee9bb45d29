// Changes the LLVM IR that Clang generates to what Metal's rules and ingotc's middle end require.
#pragma once

#include <llvm/IR/Module.h>

namespace ingot::compiler::metal {

/// - Threadgroup variables become requests for local memory (ingot_device_local_memory), which the middle end places.
/// - The number of bits by which an integer is shifted is taken modulo the integer's width (MSL 3.0, section 3.1).
/// - A conversion of a real number to an integer saturates, and NaN becomes 0 (section 7.6 leaves the result open).
/// - Arithmetic of half numbers is computed in float, and each result is rounded to half. A float has more than twice the digits
///   of a half and two more, so the results are those of half-precision hardware (S. Figueroa, "When is double rounding
///   innocuous?", 1995).
void apply_metal_rules(llvm::Module& module);

}  // namespace ingot::compiler::metal
