// Parses the command line of `ingot tune`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// Parses the arguments after `tune`. Throws usage_error, and preset_error if the preset is missing or cannot be read.
command parse_tune(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
