// Quotes the arguments of a command line.
#pragma once

#include <string>
#include <string_view>

namespace ingot::process {

/// Quotes an argument so that a POSIX shell reads it as one word. Adds no quotes if the argument consists only of ASCII
/// letters, digits and -_./,:=+@%, which have no special meaning in a shell.
std::string quote_for_shell(std::string_view argument);

}  // namespace ingot::process
