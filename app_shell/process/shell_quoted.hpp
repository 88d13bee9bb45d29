// Words of a command line for a shell.
#pragma once

#include <string>
#include <string_view>

namespace ingot::process {

/// The argument as a POSIX shell takes it for one word: as it is where it needs no quotes, else in single quotes.
std::string shell_quoted(std::string_view argument);

}  // namespace ingot::process
