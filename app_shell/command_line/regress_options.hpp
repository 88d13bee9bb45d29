// Parses the command line of `ingot regress`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// Parses the arguments after `regress`. Throws usage_error.
command parse_regress(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
