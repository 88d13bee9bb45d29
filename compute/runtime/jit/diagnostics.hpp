// Parses the output of compilers.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <string_view>
#include <vector>

namespace ingot::jit {

/// Returns the diagnostics in the output of ingotc, g++ or clang++. A diagnostic is a line "FILE:LINE:COLUMN: error:
/// MESSAGE", with or without the position; instead of `error` the level may be `fatal error`, `warning` or `note`. Source
/// lines and carets between the diagnostics are ignored.
std::vector<compile_diagnostic> parse_diagnostics(std::string_view text);

}  // namespace ingot::jit
