// The command line of `ingot compare`.
#pragma once

#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// Throws usage_error, or preset_error for the sample's presets.
command parse_compare(std::span<const std::string> arguments, std::span<const sample_description> samples);

}  // namespace ingot::shell
