// What compilers say, as a list.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <string_view>
#include <vector>

namespace ingot::run_time {

/// The diagnostics in the words of ingotc, g++ or clang++: lines "FILE:LINE:COLUMN: error: MESSAGE". Lines of the source and
/// carets between them are left out.
std::vector<compile_diagnostic> diagnostics_in(std::string_view text);

}  // namespace ingot::run_time
