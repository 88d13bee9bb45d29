// Output of errors from places where nothing can be allocated.
#pragma once

#include <string_view>

namespace ingot::compiler {

/// Writes the text to stderr. Allocates no memory and takes no lock: signal handlers and handlers of a failed allocation may
/// call it.
void write_to_stderr(std::string_view text);

}  // namespace ingot::compiler
