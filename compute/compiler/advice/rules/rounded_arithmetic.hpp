// Arithmetic in a wide type whose numbers come from a narrow type and from literals, and whose result is rounded to the narrow
// type.
#pragma once

#include <string_view>
#include <vector>

#include "../kernel_analysis.hpp"

namespace ingot::compiler::advice {

/// A narrow type, such as float, and the type in which the compiler computes because of a literal, such as double.
struct type_pair {
    llvm::Type* narrow;
    llvm::Type* wide;
    std::string_view wide_name;    ///< the name of the wide type in the source
    std::string_view narrow_name;  ///< the name of the narrow type
    char suffix;                   ///< of literals of the narrow type
    char wide_suffix;              ///< of literals of the wide type, which may also have no suffix; 0 if there is none
};

/// Operations that end with one rounding.
struct rounded_arithmetic {
    const llvm::Instruction* place;  ///< an operation with a literal that the narrow type does not have
    double literal;
    size_t operations;  ///< how many
    /// Gives the literals in the source the narrow type. Empty if they cannot be found there, or if something else depends on
    /// their type.
    std::vector<text_edit> edits {};
};

/// Finds such arithmetic, if the source does not name the wide type in front of the operations or their numbers. LLVM itself
/// computes in the narrow type where that has the same result.
std::vector<rounded_arithmetic> find_rounded_arithmetic(kernel_analysis& kernel, const type_pair& types);

/// Returns the fix that gives the literals the narrow type, if there is one.
std::optional<fix> fix_of(const rounded_arithmetic& found);

}  // namespace ingot::compiler::advice
