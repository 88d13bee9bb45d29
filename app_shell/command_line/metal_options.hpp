// Parses the command line of `ingot metal`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// The name of the command.
inline constexpr const char* metal_command = "metal";

/// Parses the arguments after `metal`. Throws usage_error.
command parse_metal(std::span<const std::string> arguments);

}  // namespace ingot::shell
