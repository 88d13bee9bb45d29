// Parses the command line of `ingot new`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// Parses the arguments after `new`. Throws usage_error, also if a sample cannot have the name.
command parse_new(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
