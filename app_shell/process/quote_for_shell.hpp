// Quotes the arguments of a command line.
#pragma once

#include <string>
#include <string_view>

namespace ingot::process {

/// Quotes an argument so that a POSIX shell reads it as one word. Adds single quotes only if they are required.
std::string quote_for_shell(std::string_view argument);

}  // namespace ingot::process
